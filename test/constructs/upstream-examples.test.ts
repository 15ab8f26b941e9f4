import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ourVerdict } from '../schema/verdict.js';
import { root } from '../support/root.js';
import { upstreamExamples } from './upstream/examples.js';

const byTitle = (objects: readonly unknown[]) =>
  Object.fromEntries(
    (objects as readonly { readonly kind: string; readonly metadata: { readonly name: string } }[]).map((one) => [
      `${one.kind}/${one.metadata.name}`,
      one,
    ]),
  );

describe('examples of upstream projects', () => {
  it.each(upstreamExamples)('$name: the classes make the same objects', ({ expected, made }) => {
    expect(byTitle(made)).toEqual(byTitle(expected));
    expect(made).toHaveLength(expected.length);
  });

  it.each(upstreamExamples)('$name: fluxspan takes them', ({ expected }) => {
    expect(expected.flatMap((one) => ourVerdict(one).words)).toEqual([]);
  });

  it('are those of the fixtures', () => {
    const files = readdirSync(join(root, 'test/fixtures/upstream')).map((file) => file.replace(/\.yaml$/, ''));
    expect(upstreamExamples.map(({ name }) => name)).toEqual(files.sort());
  });
});
