import { isObject } from '../../json/is-object.js';
import type { SchemaFault, SchemaWalk } from './schema-walk.js';
import { schemaFaults } from './structural-schema.js';

/** What the API server refuses of the schemas of a CustomResourceDefinition. */
export const crdFaults = (crd: unknown, judge: Pick<SchemaWalk, 'isPattern' | 'takes'>): readonly SchemaFault[] => {
  const spec = isObject(crd) && isObject(crd['spec']) ? crd['spec'] : {};
  const versions: readonly unknown[] = Array.isArray(spec['versions']) ? spec['versions'] : [];
  return versions.flatMap((version, index) => {
    const schema = isObject(version) && isObject(version['schema']) ? version['schema']['openAPIV3Schema'] : undefined;
    return schemaFaults(schema, ['spec', 'versions', index, 'schema', 'openAPIV3Schema'], judge);
  });
};
