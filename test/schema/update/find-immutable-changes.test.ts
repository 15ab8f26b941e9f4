import { describe, expect, it } from 'vitest';
import { immutableKinds } from '../../../src/schema/update/immutable-kinds.js';
import type { UpdateVerdict } from './update-case.js';
import { updateCases } from './update-cases.js';
import { ourUpdateVerdict } from './verdict.js';

describe('an update of one of Kubernetes’ own kinds', () => {
  it.each(updateCases)('$label', ({ from, to, there, back }) => {
    expect<readonly UpdateVerdict[]>([ourUpdateVerdict(from, to), ourUpdateVerdict(to, from)]).toEqual([there, back]);
  });

  it('is judged for each kind with a row', () => {
    const judged = new Set(updateCases.map(({ from }) => from['kind']));
    const missing = immutableKinds.filter(({ kind }) => !judged.has(kind)).map(({ kind }) => kind);
    expect(missing).toEqual([]);
  });
});
