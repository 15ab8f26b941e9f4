// Chains, fans and diamonds of addons, small and large: the time for each addon stays nearly the same.
import { against, best, ms, print } from './child.js';

const SIZES = [500, 8000];
/** More than this between the smallest and the largest is no longer near linear. */
const MOST = 2;
const total = (/** @type {Record<string, number>} */ took) => Object.values(took).reduce((sum, one) => sum + one, 0);

const rows = [];
for (const shape of ['chain', 'fan', 'diamonds']) {
  const each = [];
  for (const addons of SIZES) {
    const took = await best(3, 'one-graph.js', () => [shape, String(addons)], total);
    each.push(total(took) / addons);
    rows.push([
      shape,
      addons.toLocaleString('en'),
      ms(took.build + took.declare),
      ms(took.check),
      ms(total(took)),
      ((total(took) * 1000) / addons).toFixed(0),
      addons === SIZES[0]
        ? ''
        : against((each.at(-1) ?? 0) / (each[0] ?? 1), `at most ${MOST}`, (each.at(-1) ?? 0) <= MOST * (each[0] ?? 1)),
    ]);
  }
  if ((each.at(-1) ?? 0) > MOST * (each[0] ?? 1)) process.exitCode = 1;
}
print([['shape', 'addons', 'build', 'check', 'all', 'µs for each', 'times the first'], ...rows]);
