import "@narrowphase/gjk2d/parallel_worker";
