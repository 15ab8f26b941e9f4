/**
 * How many random cases a property gets. They differ from run to run; `FLUXSPAN_RUNS=3`, which a release sets, gives three
 * times as many at once.
 */
export const runs = (usual: number): number => usual * Number(process.env['FLUXSPAN_RUNS'] ?? 1);
