// What it costs to ask for each object of many tenants whether the tenant's account may apply it.
import { best, ms, print } from './child.js';

/** The whole of 500 tenants, in milliseconds. */
const MOST = 1000;
const rows = [];
for (const [tenants, objects] of [
  [50, 20],
  [500, 20],
]) {
  const { check } = await best(
    3,
    'one-accounts.js',
    () => [String(tenants), String(objects)],
    (took) => took.check,
  );
  if (check > MOST) process.exitCode = 1;
  rows.push([tenants.toLocaleString('en'), (tenants * objects).toLocaleString('en'), ms(check)]);
}
print([['tenants', 'objects', 'check'], ...rows]);
