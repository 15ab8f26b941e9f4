// What checking objects by schema and rule costs: the platform's, as a synth does it, and 10,000 objects; flux-schema
// beside it on as many files, where it is installed.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { child, ms, print } from './child.js';
import { objectsOf } from './objects.js';

const own = await child('one-schema.js', []);

/** @returns {string} */
const fluxSchema = () => {
  if (spawnSync('flux-schema', ['--version'], { stdio: 'ignore' }).status !== 0) return 'not installed';
  const folder = join(tmpdir(), `fluxspan-bench-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  for (let index = 0; index < 2000; index++) {
    for (const object of objectsOf(index)) {
      writeFileSync(join(folder, `${index}-${object.kind}.yaml`), JSON.stringify(object));
    }
  }
  const start = performance.now();
  const { status } = spawnSync('flux-schema', ['validate', folder], { stdio: 'ignore' });
  const took = performance.now() - start;
  rmSync(folder, { recursive: true, force: true });
  return status === 0 ? ms(took) : 'failed';
};

print([
  ['schemas and CEL rules', 'time'],
  ['dev and prod, first time in a process', ms(own.platformCold)],
  ['dev and prod, again', ms(own.platformWarm)],
  ['10,000 objects as the platform has them', ms(own.platformObjects)],
  ['10,000 objects of five kinds', ms(own.mixedObjects)],
  ['flux-schema, 10,000 files of five kinds', fluxSchema()],
]);
