/**
 * How many random cases a property gets. They are the same in each run; `FLUXSPAN_RUNS=3`, which a release sets, gives three
 * times as many, and draws others each time.
 */
export const runs = (usual: number): number => usual * Number(process.env['FLUXSPAN_RUNS'] ?? 1);
