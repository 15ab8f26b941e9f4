import { ConfigMap, hostname } from 'fluxspan';
import { describe, expect, it } from 'vitest';

import { addon, diagnosticsOf, type LooseDefinition } from '../support/synthesize.js';

const reading = (...texts: readonly string[]): LooseDefinition => ({
  kustomization: { postBuild: { substitute: { VOLSYNC_CAPACITY: '5Gi' } } },
  build: (scope) => {
    for (const [at, text] of texts.entries())
      new ConfigMap(scope, `data-${at}`, { name: `data-${at}`, data: { text } });
  },
});
const other: LooseDefinition = { kustomization: { postBuild: { substitute: { VOLSYNC_UID: '568' } } } };
const found = (definition: LooseDefinition) =>
  diagnosticsOf({ first: [addon('web', definition), addon('other', other)] })
    .filter(({ code }) => code === 'FX304')
    .map(({ severity, message, fix }) => `${severity}: ${message}; ${fix}`);

describe('a var that only another addon sets (FX304)', () => {
  it.each(['${VOLSYNC_UID:=1000}', '${VOLSYNC_UID:-1000}', '${VOLSYNC_UID=1000}'])(
    'is a notice in %s, since Flux takes the default',
    (text) => {
      expect(found(reading(text, `again ${text}`))).toEqual([
        'notice: addon "web" reads ${VOLSYNC_UID} with a default, and nothing sets it: Flux takes the default; set it in postBuild.substitute or declare it in infra.vars, if the default isn\'t right',
      ]);
    },
  );

  it.each(['${VOLSYNC_UID}', '${#VOLSYNC_UID}', '${VOLSYNC_UID:=1000} ${VOLSYNC_UID}'])(
    'is an error in %s, which has no default in each place',
    (text) => {
      expect(found(reading(text))).toEqual([expect.stringMatching(/^error: /)]);
    },
  );
});

it('names the declared var that was probably meant (FX304)', () => {
  expect(found(reading('${VOLSYNC_CAPACTIY:=1Gi}'))).toEqual([
    expect.stringContaining('did you mean "VOLSYNC_CAPACITY"?'),
  ]);
});

it('refuses a default of what Terraform supplies, and of an addon in which Flux substitutes nothing (FX304)', () => {
  const vars = { TF_HOST: hostname() };
  expect(found({ ...reading('${TF_HSOT:=a.example.org}'), infra: { vars } })).toEqual([
    expect.stringMatching(/^error: .*TF_HSOT/),
  ]);
  const { build } = reading('${VOLSYNC_UID:=1000}');
  expect(found({ build: build! })).toEqual([expect.stringMatching(/^error: .*VOLSYNC_UID/)]);
});
