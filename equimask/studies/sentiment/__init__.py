"""SentiVAE: many sentiment lexica of one language, of different kinds, made into one."""
