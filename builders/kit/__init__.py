"""The builder kit: declared sources in, checked parquet, receipt and card out."""
