import { patternsOf } from '../../contract/index.js';
import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf, objectsOf, textOf } from '../../json/as-shape.js';
import { annotationsOf } from '../../json/manifest-fields.js';
import { writtenExpressions } from '../../substitution/written-expressions.js';
import { defineRule, objectsOfKind, placeIn, type StateObject, specOf, type Unit } from '../rule.js';

const otherCloud = defineDiagnostic({
  code: 'FX890',
  name: 'other-cloud',
  severity: 'notice',
  summary:
    'A value belongs to another cloud than what reads it: an ARN that is read from a store outside of AWS, a Key Vault of another Azure cloud than its store names, or another id in the place of the client id of a managed identity.',
  page: {
    example: "kubePrometheusStack({ store: { kind: 'ClusterSecretStore', name: 'key-vault' } })",
    right: "kubePrometheusStack({ provider: 'azure' })",
  },
  exceptable: true,
});

const GROUP = 'external-secrets.io';
const CLIENT_ID = 'azure.workload.identity/client-id';

/** https://learn.microsoft.com/azure/key-vault/general/about-keys-secrets-certificates, by `environmentType` of the store. */
const VAULTS: Readonly<Record<string, string>> = {
  PublicCloud: 'vault.azure.net',
  USGovernmentCloud: 'vault.usgovcloudapi.net',
  ChinaCloud: 'vault.azure.cn',
};

const vaultProblem = (store: StateObject): readonly [path: string, what: string, fix: string] | undefined => {
  const azure = fieldsOf(fieldsOf(specOf(store)['provider'])['azurekv']);
  const [, domain] = /^https:\/\/[\w-]+\.(vault\.[a-z.]+?)\/?$/.exec(textOf(azure['vaultUrl']) ?? '') ?? [];
  const environment = textOf(azure['environmentType']) ?? 'PublicCloud';
  const own = Object.entries(VAULTS).find(([, one]) => one === domain)?.[0];
  return own === undefined || own === environment || VAULTS[environment] === undefined
    ? undefined
    : [
        'spec.provider.azurekv.vaultUrl',
        `has a Key Vault of ${own}, and logs in to ${environment}`,
        `set environmentType: ${own}, or give the URL of a vault in ${environment}: https://NAME.${VAULTS[environment]}`,
      ];
};

/** Whether a text has a form: as it is written, or by the pattern of the var that it is. */
const has = (written: RegExp, pattern: RegExp, text: string, unit: Unit): boolean =>
  written.test(text) ||
  writtenExpressions(text)
    .flatMap(({ names }) => names)
    .some((name) => patternsOf(unit.known.vars.get(name)?.schema ?? {}).some((one) => pattern.test(one)));

const isArn = (key: string, unit: Unit): boolean => has(/^arn:aws[a-z-]*:/, /^\^arn:/, key, unit);

const isResourceId = (id: string, unit: Unit): boolean =>
  has(/^\/subscriptions\//i, /^\^\\?\/subscriptions\\?\//i, id, unit);

/** Where an object says the client id of a managed identity, and each that it says. */
const clientIdsOf = (object: StateObject): readonly (readonly [path: string, id: string])[] => {
  const known = (path: string, id: unknown) => (typeof id === 'string' ? [[path, id] as const] : []);
  if (object.kind === 'ServiceAccount' && object.group === '') {
    return known(`metadata.annotations["${CLIENT_ID}"]`, annotationsOf(object.json)[CLIENT_ID]);
  }
  // https://cert-manager.io/docs/reference/api-docs/#acme.cert-manager.io/v1.AzureManagedIdentity
  if (object.group === 'cert-manager.io' && object.kind.endsWith('Issuer')) {
    return objectsOf(fieldsOf(specOf(object)['acme'])['solvers']).flatMap((solver, at) => {
      const identity = fieldsOf(fieldsOf(fieldsOf(solver['dns01'])['azureDNS'])['managedIdentity']);
      return known(`spec.acme.solvers[${at}].dns01.azureDNS.managedIdentity.clientID`, identity['clientID']);
    });
  }
  if (object.group !== 'helm.toolkit.fluxcd.io' || object.kind !== 'HelmRelease') return [];
  const inValues = (value: unknown, path: string): readonly (readonly [string, string])[] =>
    Object.entries(fieldsOf(value)).flatMap(([key, one]) =>
      key === CLIENT_ID ? known(`${path}["${key}"]`, one) : inValues(one, `${path}.${key}`),
    );
  return inValues(specOf(object)['values'], 'spec.values');
};

/** What the clouds of stores, vaults and identities say of each other. No controller has refused a case of it here. */
export const otherCloudRule = defineRule([otherCloud], (state, report, { index }) => {
  const stores = ['ClusterSecretStore', 'SecretStore'].flatMap((kind) => objectsOfKind(index, `${GROUP}/${kind}`));
  const tell = (object: StateObject, [path, what, fix]: readonly [string, string, string]) =>
    report(diagnose(otherCloud, { message: `${object.title} ${what}`, at: placeIn(object, path), fix }));
  for (const store of stores) {
    const problem = vaultProblem(store);
    if (problem !== undefined) tell(store, problem);
  }
  for (const unit of state.units) {
    for (const object of unit.objects) {
      for (const [path, id] of clientIdsOf(object)) {
        if (!isResourceId(id, unit)) continue;
        const what = 'has the resource id of an identity where its client id belongs, so Entra gives it no token';
        tell(object, [path, what, 'give the client id, a GUID: the attribute client_id of the identity']);
      }
      if (object.group !== GROUP || object.kind !== 'ExternalSecret') continue;
      const spec = specOf(object);
      const { kind = 'SecretStore', name } = fieldsOf(spec['secretStoreRef']);
      const store = stores.find(
        (one) =>
          one.kind === kind && one.name === name && (kind !== 'SecretStore' || one.namespace === object.namespace),
      );
      const provider = store === undefined ? undefined : Object.keys(fieldsOf(specOf(store)['provider']))[0];
      if (provider !== 'azurekv' && provider !== 'gcpsm') continue;
      const keys = [
        ...objectsOf(spec['data']).map((one, at) => [`data[${at}].remoteRef`, fieldsOf(one['remoteRef'])] as const),
        ...objectsOf(spec['dataFrom']).map((one, at) => [`dataFrom[${at}].extract`, fieldsOf(one['extract'])] as const),
      ];
      for (const [path, ref] of keys) {
        const key = textOf(ref['key']);
        if (key === undefined || !isArn(key, unit)) continue;
        const where = provider === 'azurekv' ? 'Azure Key Vault' : 'Google Cloud Secret Manager';
        const what = `reads an ARN of AWS from ${store!.title}, which is on ${where}`;
        tell(object, [
          `spec.${path}.key`,
          what,
          `give the name that the secret has there; an addon of the package takes it with provider: '${provider === 'azurekv' ? 'azure' : 'gcp'}'`,
        ]);
        break;
      }
    }
  }
});
