import { type Diagnostic, defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { isEncryptedFileText } from '../../encryption/encrypted-file-text.js';
import { isObject } from '../../json/is-object.js';
import { type JsonPath, printPath } from '../../json/json-path.js';
import { isFluxGroup } from '../context/state-index.js';
import { defineRule, placeIn, type RuleState, type StateObject, shortName, specOf } from '../rule.js';
import { plainTextsOf } from '../sops/plain-texts.js';
import { isLeftEncrypted, isSecret, isSopsEncrypted, needsDecryption } from '../sops/sops.js';

export const encryptedObject = defineDiagnostic({
  code: 'FX646',
  name: 'encrypted-object',
  severity: 'error',
  summary:
    'Flux applies text that SOPS encrypted as it is: its Kustomization has no `decryption`, or the `sops` block that names the keys is missing. Or an encrypted file has a value in plain text, which Git and the tree show to everyone.',
  page: {
    example: "new Include(scope, 'secret', { url: 'secret.enc.yaml' })   // and the addon has no decryption",
    flux: 'nothing of a Secret or ConfigMap: Ready is True, and the application reads ENC[…]; of a custom resource: .sops: field not declared in schema',
    right: "web({ kustomization: { decryption: { provider: 'sops', secretRef: { name: 'sops-age' } } } })",
  },
  exceptable: true,
});

const KEYS = "decryption: { provider: 'sops', secretRef: { name: 'sops-age' } }";

/** Keys of a cloud, which a controller uses by its own identity, without a Secret. */
const CLOUD_KEYS = { kms: 'AWS KMS', gcp_kms: 'Google Cloud KMS', azure_kv: 'Azure Key Vault' } as const;
const KEYS_OF_SECRETS = ['age', 'pgp', 'hc_vault'] as const;

const cloudOf = ({ json: { sops } }: StateObject): string | undefined => {
  const has = (field: string) => isObject(sops) && Array.isArray(sops[field]) && sops[field].length > 0;
  if (KEYS_OF_SECRETS.some(has)) return undefined;
  return Object.entries(CLOUD_KEYS).find(([field]) => has(field))?.[1];
};

const fixOf = (object: StateObject): string => {
  const cloud = cloudOf(object);
  const keys = cloud === undefined ? KEYS : "decryption: { provider: 'sops' }";
  const access = cloud === undefined ? '' : `, and let the account of kustomize-controller use the key of ${cloud}`;
  return object.addon === undefined
    ? `Add ${keys} to the spec of the Kustomization${access}; if the Flux Operator makes it, by a patch in spec.kustomize.patches of the FluxInstance`
    : `Add kustomization: { ${keys} } to the addon${access}`;
};
const MOVE = 'Put the file into data, encoded as base64, and give the Kustomization its decryption';

const VALUE = /^ENC\[AES256_GCM,data:[^,\]]*,iv:[^,\]]+,tag:[^,\]]+,type:\w+\]$/;

/** Flux decrypts everything that SOPS encrypted. */
export const encryptedObjectRule = defineRule(
  [encryptedObject],
  (state, report, { kinds: schemas }) => {
    const others = decryptingOf(state);
    for (const unit of state.units) {
      const decrypts = others.has(unit.key) || unit.entry.some((object) => specOf(object)['decryption'] !== undefined);
      for (const object of unit.objects) {
        if (isObject(object.json['sops'])) {
          const plain = isSopsEncrypted(object) && !isLeftEncrypted(object) ? plainTextsOf(object.json) : undefined;
          for (const path of plain?.paths ?? []) report(plainText(object, path, plain!.rule));
          if (decrypts || isLeftEncrypted(object) || !needsDecryption(object, schemas)) continue;
          report(encryptedWhole(object, schemas.find(object.group, object.kind)?.own === true));
          continue;
        }
        for (const { path, isFile } of encryptedTexts(object)) {
          if (!isFile) report(lostKeys(object, path));
          else if (path[0] === 'stringData')
            report(encryptedFile(object, path, 'Flux decrypts such a file only in "data"', MOVE));
          else if (!decrypts) report(encryptedFile(object, path, withoutKeys(object), fixOf(object)));
        }
      }
    }
  },
  { looksAtApplied: true, looksAtTree: true },
);

/** Kustomizations that a second parent applies with `decryption`: which of the two counts, changes. */
const decryptingOf = ({ units }: RuleState): ReadonlySet<string> =>
  new Set(
    units.flatMap(({ objects }) =>
      objects.flatMap((object) =>
        object.kind === 'Kustomization' && isFluxGroup(object.group) && specOf(object)['decryption'] !== undefined
          ? [`${object.namespace}/${object.name}`]
          : [],
      ),
    ),
  );

const withoutKeys = ({ unit }: StateObject): string => `Kustomization "${shortName(unit)}" has no decryption`;

const problem = (object: StateObject, path: JsonPath, message: string, fix: string): Diagnostic =>
  diagnose(encryptedObject, {
    message,
    at: placeIn(object, printPath(path)),
    fix,
  });

const encryptedWhole = (object: StateObject, isBuiltIn: boolean): Diagnostic => {
  const outcome = isBuiltIn ? 'Flux applies the ENC[…] text' : 'the API server refuses the "sops" block';
  const message = `${object.title} is encrypted with SOPS, and ${withoutKeys(object)}: ${outcome}`;
  return problem(object, ['sops'], message, fixOf(object));
};

/** The message never has the value itself. */
const plainText = (object: StateObject, path: JsonPath, rule: string): Diagnostic => ({
  ...problem(
    object,
    path,
    `${object.title} is encrypted with SOPS, but "${printPath(path)}" is plain text, and ${rule} in its "sops" block says to encrypt it: Git and the tree show it, and Flux can't decrypt the object`,
    'Take the value out of the file, and enter a new one with: sops edit --ignore-mac <file>',
  ),
  notes: ['if the file was pushed, replace the value wherever it is used: it stays in the history of Git'],
});

const encryptedFile = (object: StateObject, path: JsonPath, why: string, fix: string): Diagnostic =>
  problem(
    object,
    path,
    `${object.title} holds a file encrypted with SOPS, and ${why}: Flux applies the ENC[…] text`,
    fix,
  );

const lostKeys = (object: StateObject, path: JsonPath): Diagnostic => ({
  ...problem(
    object,
    path,
    `${object.title} has a value encrypted with SOPS but no "sops" block, so Flux applies the ENC[…] text`,
    'Include the whole encrypted file, with its "sops" block, or give the value another way',
  ),
  notes: ['the block names the keys; without it nothing can decrypt the value'],
});

interface EncryptedText {
  readonly path: JsonPath;
  /** The value is a whole encrypted file, with SOPS's metadata. */
  readonly isFile: boolean;
}

/** A quick check, since most objects have nothing encrypted. */
const holdsEncrypted = (value: unknown): boolean => {
  if (typeof value === 'string') return value.startsWith('ENC[');
  if (typeof value !== 'object' || value === null) return false;
  for (const key in value) if (holdsEncrypted((value as Readonly<Record<string, unknown>>)[key])) return true;
  return false;
};

const encryptedTexts = (object: StateObject): readonly EncryptedText[] => {
  const found: EncryptedText[] = [];
  const path: (string | number)[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      if (value.startsWith('ENC[') && VALUE.test(value)) found.push({ path: [...path], isFile: false });
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) {
      path.push(Array.isArray(value) ? Number(key) : key);
      visit((value as Readonly<Record<string, unknown>>)[key]);
      path.pop();
    }
  };
  if (holdsEncrypted(object.json)) visit(object.json);
  for (const field of isSecret(object) ? (['data', 'stringData'] as const) : []) {
    const texts = object.json[field];
    for (const [key, value] of Object.entries(isObject(texts) ? texts : {})) {
      if (typeof value !== 'string') continue;
      const text = field === 'data' ? Buffer.from(value, 'base64').toString() : value;
      if (isEncryptedFileText(text)) found.push({ path: [field, key], isFile: true });
    }
  }
  return found;
};
