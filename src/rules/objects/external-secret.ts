import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf, listOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { defineRule, placeIn, specOf } from '../rule.js';

const externalSecret = defineDiagnostic({
  code: 'FX627',
  name: 'external-secret',
  severity: 'error',
  summary:
    'An ExternalSecret reads nothing, a secret without a name, or a store of another kind than it names; or it has settings that exclude or need each other.',
  page: {
    example: 'secretStoreRef: { name: "main" }   // in an ApiObject; and "main" is a ClusterSecretStore',
    flux: 'could not get secret data from provider: SecretStore "main" not found',
    right: 'secretStoreRef: { kind: "ClusterSecretStore", name: "main" }',
  },
  exceptable: true,
});

const GROUP = 'external-secrets.io';

interface Spec {
  readonly secretStoreRef?: { readonly kind?: unknown; readonly name?: unknown };
  readonly data?: unknown;
  readonly dataFrom?: unknown;
  readonly target?: { readonly creationPolicy?: string; readonly deletionPolicy?: string };
}

interface DataItem {
  readonly remoteRef?: { readonly key?: unknown };
}

interface DataFrom {
  readonly extract?: { readonly key?: unknown };
  readonly find?: unknown;
  readonly rewrite?: unknown;
  readonly sourceRef?: { readonly generatorRef?: unknown; readonly storeRef?: unknown };
}

/** Why the webhook rejects an item of `dataFrom`, in its words, and the fix. */
const dataFromFault = ({ extract, find, sourceRef }: DataFrom): readonly [says: string, fix: string] | undefined => {
  const given = [extract, find, sourceRef?.generatorRef].filter((one) => one !== undefined && one !== null);
  if (given.length > 1) {
    return ['extract, find, or generatorRef cannot be set at the same time', 'make an item of its own of each'];
  }
  return extract === undefined && find === undefined && sourceRef === undefined
    ? ['either extract, find, or sourceRef must be set to dataFrom', 'give it extract, find or sourceRef']
    : undefined;
};

/** https://github.com/external-secrets/external-secrets/blob/main/apis/externalsecrets/v1/externalsecret_validator.go */
const policyFault = ({ creationPolicy = 'Owner', deletionPolicy }: NonNullable<Spec['target']>): string | undefined => {
  if (deletionPolicy === 'Delete' && ['Merge', 'None', 'CreateOrMerge'].includes(creationPolicy)) {
    return "deletionPolicy=Delete must not be used when the controller doesn't own the secret. Please set creationPolicy=Owner";
  }
  return deletionPolicy === 'Merge' && creationPolicy === 'None'
    ? 'deletionPolicy=Merge must not be used with creationPolicy=None. There is no Secret to merge with'
    : undefined;
};

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/**
 * An ExternalSecret reads something from an existing store. The schema doesn't check this, but the operator rejects it.
 */
export const externalSecretRule = defineRule([externalSecret], (_, report, { index }) => {
  const { byKind } = index;
  const has = (kind: string, name: string, namespace?: string) =>
    (byKind.get(`${GROUP}/${kind}`) ?? []).some(
      (one) => one.name === name && (namespace === undefined || one.namespace === namespace),
    );
  const all = [
    ...(byKind.get(`${GROUP}/ExternalSecret`) ?? []).map((object) => [object, 'spec', specOf(object)] as const),
    // The operator makes an ExternalSecret of it in each namespace.
    ...(byKind.get(`${GROUP}/ClusterExternalSecret`) ?? []).map((object) => {
      const { externalSecretSpec } = specOf(object);
      return [object, 'spec.externalSecretSpec', fieldsOf(externalSecretSpec)] as const;
    }),
  ];
  for (const [object, base, given] of all) {
    const spec = given as Spec;
    const { secretStoreRef } = spec;
    const target: NonNullable<Spec['target']> = fieldsOf(spec.target);
    const data = listOf(spec.data).map((one) => (isObject(one) ? (one as DataItem) : {}));
    const dataFrom = listOf(spec.dataFrom).map((one) => (isObject(one) ? (one as DataFrom) : undefined));
    const tell = (path: string, message: string, note: string, fix: string) =>
      report(
        diagnose(externalSecret, {
          message: `${object.title} ${message}`,
          at: placeIn(object, path === '' ? base : `${base}.${path}`),
          notes: [note],
          fix,
        }),
      );
    // The schema rule reports a wrong shape.
    if (isEmpty(spec.data) && isEmpty(spec.dataFrom)) {
      tell(
        '',
        'reads nothing',
        'its webhook reports: either data or dataFrom should be specified',
        'give it data: [{ secretKey, remoteRef }], or dataFrom',
      );
    }
    for (const [index, one] of dataFrom.entries()) {
      const fault = one === undefined ? undefined : dataFromFault(one);
      if (fault === undefined) continue;
      tell(
        `dataFrom[${index}]`,
        fault[0].startsWith('either')
          ? 'has an item of dataFrom that reads nothing'
          : 'has an item of dataFrom that reads in several ways',
        `its webhook reports: ${fault[0]}`,
        fault[1],
      );
    }
    for (const [index, one] of dataFrom.entries()) {
      for (const [step, operation] of listOf(one?.rewrite).entries()) {
        const { strategy, into = '' } = fieldsOf(fieldsOf(operation)['merge']);
        if (strategy !== 'JSON' || into !== '') continue;
        tell(
          `dataFrom[${index}].rewrite[${step}].merge`,
          'merges into one key, and names none',
          "the operator reports: merge failed with missing 'into' field",
          "name the key of the merged JSON with into: 'all', or set strategy: 'Extract' to keep a key for each value",
        );
      }
    }
    const policy = policyFault(target);
    if (policy !== undefined) {
      tell(
        'target.deletionPolicy',
        'has a deletionPolicy that its creationPolicy excludes',
        `its webhook reports: ${policy}`,
        'set creationPolicy: Owner, or deletionPolicy: Retain',
      );
    }
    const keys = [
      ...data.map(({ remoteRef }, index) => [`data[${index}].remoteRef.key`, remoteRef?.key] as const),
      ...dataFrom.map((one, index) => [`dataFrom[${index}].extract.key`, one?.extract?.key] as const),
    ];
    for (const [path, key] of keys) {
      if (key === '') tell(path, 'reads a secret without a name', 'its status is SecretSyncedError', 'name the secret');
    }
    const { kind = 'SecretStore', name = '' } = secretStoreRef ?? {};
    // Another rule checks the references of fluxspan's own construct.
    if ((object.references?.length ?? 0) > 0 || typeof name !== 'string' || name === '' || holdsExpression(name))
      continue;
    if (kind !== 'SecretStore' || has(kind, name, object.namespace) || !has('ClusterSecretStore', name)) continue;
    tell(
      'secretStoreRef',
      `reads SecretStore "${name}" in its namespace, and "${name}" is a ClusterSecretStore`,
      'without `kind` it is a SecretStore',
      "set kind: 'ClusterSecretStore'",
    );
  }
});
