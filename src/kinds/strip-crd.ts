import { listOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';

/** Keywords of a schema that tell people something, and the API server nothing. */
const PROSE: ReadonlySet<string> = new Set(['description', 'title', 'example', 'externalDocs']);
/** Keywords whose members are named by people, so that a field may be called `description`. */
const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'definitions']);

/** Without it the API server refuses a CRD whose group ends in `k8s.io`. */
const APPROVED = 'api-approved.kubernetes.io';

const OPEN = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

const stripSchema = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(stripSchema);
  if (!isObject(schema)) return schema;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (PROSE.has(key)) continue;
    if (MAPS.has(key) && isObject(value)) {
      out[key] = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, stripSchema(inner)]));
    } else if (key === 'x-kubernetes-validations' && Array.isArray(value)) {
      out[key] = value.map((rule) => {
        if (!isObject(rule)) return rule;
        const { message: _message, messageExpression: _expression, ...facts } = rule;
        return facts;
      });
    } else if (key === 'default' || key === 'enum') out[key] = value;
    else out[key] = stripSchema(value);
  }
  return out;
};

const metadataOf = (metadata: unknown): Record<string, unknown> => {
  const { name, annotations } = (metadata ?? {}) as { name?: unknown; annotations?: Readonly<Record<string, unknown>> };
  const approved = annotations?.[APPROVED];
  return { name, ...(approved === undefined ? {} : { annotations: { [APPROVED]: approved } }) };
};

/**
 * The facts of a CustomResourceDefinition, as `schemas/crds` keeps them: group, its approval, names, scope, and the schema of each
 * version that is served, without descriptions and messages, and with the status open.
 *
 * @param crd a parsed CRD
 */
export const stripCrd = (crd: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const { group, names, scope, versions } = crd['spec'] as Readonly<Record<string, unknown>>;
  return {
    apiVersion: crd['apiVersion'],
    kind: crd['kind'],
    metadata: metadataOf(crd['metadata']),
    spec: {
      group,
      names,
      scope,
      versions: listOf(versions)
        .filter((version) => isObject(version) && version['served'] === true)
        .map((version) => {
          const { name, served, storage, schema, subresources, selectableFields } = version as Readonly<
            Record<string, unknown>
          >;
          const { openAPIV3Schema: whole } = schema as { openAPIV3Schema: Record<string, unknown> };
          const { properties, ...rest } = stripSchema(whole) as { properties?: Record<string, unknown> };
          const open = properties?.['status'] === undefined ? properties : { ...properties, status: OPEN };
          return {
            name,
            served,
            storage,
            ...(subresources === undefined ? {} : { subresources }),
            ...(selectableFields === undefined ? {} : { selectableFields }),
            schema: { openAPIV3Schema: { ...rest, properties: open } },
          };
        }),
    },
  };
};
