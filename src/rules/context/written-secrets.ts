import { fieldsOf, listOf } from '../../json/as-shape.js';
import { valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import { holdsExpression } from '../../substitution/holds-expression.js';

/** A Secret, or another object of an ExternalSecret's `target.manifest`, that a controller writes for an object. */
export interface WrittenSecret {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** Where the object names it. */
  readonly path: string;
  /** `creationPolicy` of an ExternalSecret. */
  readonly policy?: string;
}

/** An object that may have a controller write a Secret. */
export interface SecretWriter {
  readonly group: string;
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name: string;
  readonly json: JsonObject;
}

/** The Secrets that the controller of an object writes, where their names are known. */
export const writtenSecrets = (object: SecretWriter): readonly WrittenSecret[] =>
  (WRITERS[`${object.group}/${object.kind}`]?.(object) ?? []).flatMap(
    ({ kind = 'Secret', namespace, name, ...rest }) => {
      const found = { kind: String(kind), namespace: String(namespace ?? object.namespace ?? ''), name };
      if (typeof found.name !== 'string' || holdsExpression(`${found.kind} ${found.name} ${found.namespace}`))
        return [];
      return [{ ...rest, ...found, name: found.name }];
    },
  );

interface Target {
  readonly kind?: unknown;
  readonly name: unknown;
  /** @default - that of the object */
  readonly namespace?: unknown;
  readonly path: string;
  readonly policy?: string;
}

const targetOf = (target: unknown, otherwise: unknown, path: string, namespace?: unknown): readonly Target[] => {
  const { name = otherwise, creationPolicy = 'Owner', manifest } = fieldsOf(target);
  if (creationPolicy === 'None') return [];
  return [{ kind: fieldsOf(manifest)['kind'], name, namespace, path, policy: String(creationPolicy) }];
};

const WRITERS: Readonly<Record<string, (object: SecretWriter) => readonly Target[]>> = {
  'external-secrets.io/ExternalSecret': ({ name, json }) => targetOf(specOf(json)['target'], name, 'spec.target'),
  // The operator makes an ExternalSecret in each of the namespaces; which ones a selector picks, only it knows.
  'external-secrets.io/ClusterExternalSecret': ({ name, json }) => {
    const { namespaces, externalSecretName = name, externalSecretSpec } = specOf(json);
    const { target } = fieldsOf(externalSecretSpec);
    return listOf(namespaces).flatMap((namespace) =>
      targetOf(target, externalSecretName, 'spec.externalSecretSpec.target', namespace),
    );
  },
  'bitnami.com/SealedSecret': (object) => {
    const { name = object.name } = fieldsOf(valueAt(object.json, ['spec', 'template', 'metadata']));
    return [{ name, path: 'spec' }];
  },
  'cert-manager.io/Certificate': ({ json }) => [{ name: specOf(json)['secretName'], path: 'spec.secretName' }],
};

/** The kinds of which {@link writtenSecrets} knows something, in a stable order. */
export const secretWriters: readonly string[] = Object.keys(WRITERS);
