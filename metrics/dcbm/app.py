"""The page of this Space; all metrics share it."""

from dcbm import Dcbm

from equimask.space.page import build_page, serve

demo = build_page(Dcbm)

if __name__ == "__main__":
    serve(demo)
