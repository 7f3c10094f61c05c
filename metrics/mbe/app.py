"""The page of this Space; all metrics share it."""

from mbe import Mbe

from equimask.space.page import build_page, serve

demo = build_page(Mbe)

if __name__ == "__main__":
    serve(demo)
