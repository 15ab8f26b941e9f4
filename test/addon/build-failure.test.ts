import { HelmRelease } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { addon, clusterOf } from '../support/synthesize.js';

const diagnosticsOf = (build: (scope: never, context: never) => void) =>
  synthCluster(clusterOf({ first: [addon('web', { build: build as never })] })).diagnostics;

it('names the functions in which a build failed, up to the line of the user', () => {
  const [failed] = diagnosticsOf((scope) => {
    new HelmRelease(scope, 'web', undefined as never);
  });
  expect(failed).toMatchObject({
    code: 'FX301',
    fix: "look at what the line gives to the last of these functions: it isn't of the function's type",
    at: { source: expect.stringMatching(/^test\/addon\/build-failure\.test\.ts:\d+$/) },
  });
  expect(failed?.notes).toContain('thrown in splitProps, called by new HelmRelease');
});

it('names none where the code of the user threw', () => {
  const [failed] = diagnosticsOf(() => {
    throw new Error('no');
  });
  expect(failed).toMatchObject({ code: 'FX301', message: '`build` of addon "web" failed: no' });
  expect((failed?.notes ?? []).filter((note) => note.startsWith('thrown in'))).toEqual([]);
});

it('is no second error where the build read what the addon does not declare', () => {
  const build = (_: never, { options }: { readonly options: { readonly count: { readonly most: number } } }) => {
    options.count.most.toFixed();
  };
  expect(diagnosticsOf(build as never).map(({ code }) => code)).toEqual(['FX108']);
});
