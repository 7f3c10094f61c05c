"""Do measures agree with each other, and with those of other data?"""
