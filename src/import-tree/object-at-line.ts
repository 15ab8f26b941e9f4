import type { ImportedObject } from './imported-object.js';
import type { PlannedModule } from './plan-addon.js';

const START = /^ {4,6}(?:const \w+ = )?new \w+\(scope, (['"])(.*?)\1/;

/** The object that the code at a line makes; undefined for the rest of the module. */
export const objectAtLine = (
  { code, ids }: Pick<PlannedModule, 'code' | 'ids'>,
  line: number,
): ImportedObject | undefined => {
  const lines = code.split('\n');
  for (let at = line - 1; at >= 0; at--) {
    const found = START.exec(lines[at] ?? '');
    if (found !== null) return ids.get(found[2]!);
  }
  return undefined;
};
