// What checking objects by schema and rule costs: the platform's, as a synth does it, and 10,000 objects; flux-schema
// beside it on as many files, where it is installed.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { against, best, ms, print } from './child.js';
import { newFolder } from './new-folder.js';
import { objectsOf } from './objects.js';

const own = await best(
  3,
  'one-schema.js',
  () => [],
  (row) => row.platformCold,
);

/** @returns {string} */
const fluxSchema = () => {
  if (spawnSync('flux-schema', ['--version'], { stdio: 'ignore' }).status !== 0) return 'not installed';
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  for (let index = 0; index < 2000; index++) {
    for (const object of objectsOf(index)) {
      writeFileSync(join(folder, `${index}-${object.kind}.yaml`), JSON.stringify(object));
    }
  }
  const start = performance.now();
  const { status } = spawnSync('flux-schema', ['validate', folder], { stdio: 'ignore' });
  const took = performance.now() - start;
  return status === 0 ? ms(took) : 'failed';
};

const seconds = (/** @type {number} */ took) => against(took / 1000, 'at most 1 s', took <= 1000);
print([
  ['schemas and CEL rules', 'time', 'seconds'],
  [
    'dev and prod, first time in a process: loading and compiling',
    ms(own.platformCold),
    against(own.platformCold / 1000, 'at most 0.15 s', own.platformCold <= 150),
  ],
  ['dev and prod, again', ms(own.platformWarm), ''],
  ['10,000 objects as the platform has them', ms(own.platformObjects), seconds(own.platformObjects)],
  ['10,000 objects of five kinds', ms(own.mixedObjects), seconds(own.mixedObjects)],
  ['10,000 Deployments', ms(own.deployments), seconds(own.deployments)],
  ['flux-schema, 10,000 files of five kinds', fluxSchema(), ''],
]);
