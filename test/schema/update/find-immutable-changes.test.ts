import { describe, expect, it } from 'vitest';
import { immutableKinds } from '../../../src/schema/update/immutable-kinds.js';
import type { UpdateVerdict } from './update-case.js';
import { updateCases } from './update-cases.js';
import { ourUpdateVerdict } from './verdict.js';

describe('an update', () => {
  it.each(updateCases)('$label', (one) => {
    const { from, to, there, back } = one;
    expect<readonly UpdateVerdict[]>([ourUpdateVerdict(from, to, one), ourUpdateVerdict(to, from, one)]).toEqual([
      there,
      back,
    ]);
  });

  it('is judged for each kind with a row', () => {
    const judged = new Set(updateCases.map(({ from }) => from['kind']));
    const missing = immutableKinds.filter(({ kind }) => !judged.has(kind)).map(({ kind }) => kind);
    expect(missing).toEqual([]);
  });
});
