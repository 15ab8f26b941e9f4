import { ConfigMap } from 'fluxspan';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { diagnosticsOfAddon } from '../../support/synthesize.js';

const collisions = (names: readonly string[], annotations: Readonly<Record<string, string>> = {}) =>
  diagnosticsOfAddon({
    infra: { vars: { TF_COLOUR: z.enum(['Blue', 'green']), TF_SIZE: z.enum(['s', 'm']).default('m') } },
    build: (scope) => {
      for (const [index, name] of names.entries()) {
        new ConfigMap(scope, `data-${index}`, { name, annotations, data: { a: '${TF_COLOUR} ${TF_SIZE}' } });
      }
    },
  })
    .filter(({ code }) => code === 'FX622')
    .map(({ message }) => /the name "([^"]*)"/.exec(message)![1]);

it('finds names that any expression comes to', () => {
  expect(collisions(['web-${TF_COLOUR,,}', 'web-blue'])).toEqual(['web-blue']);
  expect(collisions(['web-${TF_COLOUR/Blue/red}', 'web-red'])).toEqual(['web-red']);
  expect(collisions(['web-${TF_SIZE:=x}', 'web-m'])).toEqual(['web-m']);
  expect(collisions(['${TF_SIZE}-${TF_COLOUR,,}', 's-green'])).toEqual(['s-green']);
});

it('gives a var one value at all of its places', () => {
  expect(collisions(['${TF_SIZE}-${TF_SIZE}', 's-m'])).toEqual([]);
  expect(collisions(['${TF_SIZE}-${TF_SIZE}', 's-s'])).toEqual(['s-s']);
});

it('says nothing of what Flux cannot evaluate', () => {
  expect(collisions(['web-${TF_COLOUR:1:-2}', 'web-blue'])).toEqual([]);
  expect(collisions(['web-${TF_COLOUR', 'web-blue'])).toEqual([]);
});
