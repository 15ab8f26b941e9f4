import { isObject } from '../../json/is-object.js';
import { specOf } from '../../json/manifest-fields.js';
import type { SchemaFault, SchemaJudge } from './schema-walk.js';
import { selectableFieldFaults } from './selectable-fields.js';
import { schemaFaults } from './structural-schema.js';

/** What the API server refuses of the schemas of a CustomResourceDefinition. */
export const crdFaults = (crd: unknown, judge: SchemaJudge): readonly SchemaFault[] => {
  const spec = isObject(crd) ? specOf(crd) : {};
  const versions: readonly unknown[] = Array.isArray(spec['versions']) ? spec['versions'] : [];
  return versions.flatMap((version, index) => {
    const schema = isObject(version) && isObject(version['schema']) ? version['schema']['openAPIV3Schema'] : undefined;
    const path = ['spec', 'versions', index];
    const faults = schemaFaults(schema, [...path, 'schema', 'openAPIV3Schema'], judge);
    if (!isObject(version) || !isObject(schema)) return faults;
    return [...faults, ...selectableFieldFaults(version['selectableFields'], schema, [...path, 'selectableFields'])];
  });
};
