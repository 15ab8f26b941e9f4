import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { listOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { defineRule, placeIn, specOf } from '../rule.js';

const externalSecret = defineDiagnostic({
  code: 'FX627',
  name: 'external-secret',
  severity: 'error',
  summary:
    'An ExternalSecret reads nothing, a secret without a name, or a store of another kind than it names; or it has settings that exclude each other.',
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
  for (const object of byKind.get(`${GROUP}/ExternalSecret`) ?? []) {
    const spec = specOf(object) as Spec;
    const { secretStoreRef, target = {} } = spec;
    const data = listOf(spec.data).map((one) => (isObject(one) ? (one as DataItem) : {}));
    const dataFrom = listOf(spec.dataFrom).map((one) => (isObject(one) ? (one as DataFrom) : undefined));
    const tell = (path: string, message: string, note: string, fix: string) =>
      report(
        diagnose(externalSecret, {
          message: `${object.title} ${message}`,
          at: placeIn(object, path),
          notes: [note],
          fix,
        }),
      );
    // The schema rule reports a wrong shape.
    if (isEmpty(spec.data) && isEmpty(spec.dataFrom)) {
      tell(
        'spec',
        'reads nothing',
        'its webhook reports: either data or dataFrom should be specified',
        'give it data: [{ secretKey, remoteRef }], or dataFrom',
      );
    }
    for (const [index, one] of dataFrom.entries()) {
      const fault = one === undefined ? undefined : dataFromFault(one);
      if (fault === undefined) continue;
      tell(
        `spec.dataFrom[${index}]`,
        fault[0].startsWith('either')
          ? 'has an item of dataFrom that reads nothing'
          : 'has an item of dataFrom that reads in several ways',
        `its webhook reports: ${fault[0]}`,
        fault[1],
      );
    }
    const policy = policyFault(target);
    if (policy !== undefined) {
      tell(
        'spec.target.deletionPolicy',
        'has a deletionPolicy that its creationPolicy excludes',
        `its webhook reports: ${policy}`,
        'set creationPolicy: Owner, or deletionPolicy: Retain',
      );
    }
    const keys = [
      ...data.map(({ remoteRef }, index) => [`spec.data[${index}].remoteRef.key`, remoteRef?.key] as const),
      ...dataFrom.map((one, index) => [`spec.dataFrom[${index}].extract.key`, one?.extract?.key] as const),
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
      'spec.secretStoreRef',
      `reads SecretStore "${name}" in its namespace, and "${name}" is a ClusterSecretStore`,
      'without `kind` it is a SecretStore',
      "set kind: 'ClusterSecretStore'",
    );
  }
});
