"""The page of this Space; all metrics share it."""

from cps import Cps

from equimask.space.page import build_page, serve

demo = build_page(Cps)

if __name__ == "__main__":
    serve(demo)
