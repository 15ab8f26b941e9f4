import { describe, expect, it } from 'vitest';
import { schemaFaults } from '../../../src/schema/crd/structural-schema.js';
import { openTypedLibrary } from '../../../src/schema/typed-cel/typed-library.js';

const faultsOf = (schema: object): readonly string[] =>
  schemaFaults(schema, [], { isPattern: () => true, takes: () => true, library: openTypedLibrary() }).map(
    ({ path, message }) => `${path.join('.')} ${message}`,
  );

describe('the schema of a CRD', () => {
  it('gives no defaults to the metadata of an object', () => {
    const metadata = { type: 'object', properties: { name: { type: 'string', default: 'x' } } };
    expect(faultsOf({ type: 'object', properties: { metadata } })).toEqual([
      "properties.metadata.properties.name.default can't be set in the metadata of an object",
    ]);
    expect(faultsOf({ type: 'object', properties: { spec: { type: 'object', properties: { metadata } } } })).toEqual(
      [],
    );
  });
});
