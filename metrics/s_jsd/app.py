"""The page of this Space; all metrics share it."""

from s_jsd import SJsd

from equimask.space.page import build_page, serve

demo = build_page(SJsd)

if __name__ == "__main__":
    serve(demo)
