// Translates the benchmarks to `dist/bench`. From source they would time the translator's helpers too.
import { compileBenchmarks } from '../test/support/compile-children.ts';

compileBenchmarks();
