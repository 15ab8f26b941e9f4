import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ourVerdict, samePlace } from './verdict.js';

interface KeptVerdict {
  readonly label: string;
  readonly object: unknown;
  readonly accepted: boolean;
  readonly paths: readonly string[];
  readonly words: string;
}

const kept = JSON.parse(
  readFileSync(new URL('../fixtures/schema/server-verdicts.json', import.meta.url), 'utf8'),
) as readonly KeptVerdict[];

describe('a hundred verdicts of a real API server', () => {
  it('are of both kinds', () => {
    expect(kept.length).toBeGreaterThanOrEqual(100);
    expect(kept.filter(({ accepted }) => accepted).length).toBeGreaterThan(15);
  });

  it.each(kept)('$label', ({ object, accepted, paths, words }) => {
    const ours = ourVerdict(object);
    expect(ours.accepted, `${words}\n${ours.words.join('\n')}`).toBe(accepted);
    if (accepted) return;
    const theirs = { accepted, paths, words: [words] };
    expect(samePlace(ours, theirs), `${words}\n${ours.words.join('\n')}`).toBe(true);
  });
});
