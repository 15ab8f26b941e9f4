import { expect, it } from 'vitest';
import type { Explained } from '../../src/preview/explain-value.js';
import { withVersionPlaces } from '../../src/preview/version-places.js';
import { parseVersions } from '../../src/versions/parse-versions.js';

const file = `apiVersion: fluxspan.dev/v1
kind: Versions
metadata:
  name: versions
versions:
  web:
    version: 6.9.3

  cache:
    version: 1.0.0

  queue:
    version: 1.0.0
`;
const explained = (value: string, layer = 'charts of addon web'): Explained => ({
  kustomization: 'web',
  object: 'OCIRepository/web',
  path: 'spec.ref.tag',
  value,
  layers: [{ layer, value, wins: true, at: 'src/addons/web.ts:6' }],
});
const placeOf = (one: Explained, ...read: readonly string[]) =>
  withVersionPlaces(
    [one],
    [{ versions: parseVersions(file), read: { versions: new Set(read), images: new Set(), settings: new Set() } }],
  )[0]?.layers[0]?.at;

it('names the line of versions.yaml that a chart has its version from', () => {
  expect(placeOf(explained('"6.9.3"'), 'web')).toBe('src/addons/web.ts:6, from versions.yaml:7');
  expect(placeOf(explained('"6.9.3"', 'version where addon web is used'), 'web')).toContain('versions.yaml:7');
  expect(placeOf(explained('"1.0.0"'), 'web', 'queue')).toContain('versions.yaml:13');
});

it('names none where several have it, nothing reads it, or the value is no version of a chart', () => {
  const own = 'src/addons/web.ts:6';
  expect(placeOf(explained('"1.0.0"'), 'cache', 'queue')).toBe(own);
  expect(placeOf(explained('"6.9.3"'))).toBe(own);
  expect(placeOf(explained('"6.9.3"', 'values in the build of addon web'), 'web')).toBe(own);
});
