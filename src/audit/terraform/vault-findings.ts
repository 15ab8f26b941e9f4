import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf, textOf } from '../../json/as-shape.js';
import { placeIn } from '../../rules/context/place-in.js';
import type { RuleState } from '../../rules/context/rule-state.js';
import { specOf } from '../../rules/context/state-index.js';
import type { TerraformRead } from '../../terraform/read/index.js';
import { misnamedData } from '../diagnostics.js';
import { nearness } from '../names/near-names.js';
import { isGone } from './is-gone.js';
import { objectsOfClusters } from './seen-cluster.js';

/** https://learn.microsoft.com/azure/key-vault/general/about-keys-secrets-certificates#vault-name-and-object-name */
const VAULT = /^https:\/\/([A-Za-z0-9-]+)\.vault\./;

/** Stores of secrets that read a vault of Azure of almost the name of the one that Terraform makes. */
export const vaultFindings = (state: RuleState, reads: readonly TerraformRead[]): readonly Diagnostic[] => {
  const vaults = reads
    .flatMap(({ resources }) => resources)
    .filter((one) => one.type === 'azurerm_key_vault' && !isGone(one))
    .map(({ address, attributes, place, mode }) => ({ address, place, mode, name: textOf(attributes['name']) }));
  // One of those whose names only Terraform knows may be it.
  if (vaults.length === 0 || vaults.some(({ name }) => name === undefined)) return [];
  return objectsOfClusters([{ state }]).flatMap((object): readonly Diagnostic[] => {
    if (object.group !== 'external-secrets.io' || !/^(?:Cluster)?SecretStore$/.test(object.kind)) return [];
    const url = textOf(fieldsOf(fieldsOf(specOf(object)['provider'])['azurekv'])['vaultUrl']) ?? '';
    const name = VAULT.exec(url)?.[1];
    if (name === undefined || vaults.some((one) => one.name === name)) return [];
    const [near, ...more] = vaults.filter((one) => one.mode === 'managed' && nearness(one.name!, name) !== undefined);
    if (near === undefined || more.length > 0) return [];
    return [
      diagnose(misnamedData, {
        message: `${object.title} reads the vault "${name}", and Terraform makes "${near.name}"`,
        at: placeIn(object, 'spec.provider.azurekv.vaultUrl'),
        notes:
          near.place === undefined ? [] : [`Terraform's ${near.address} is at ${near.place.file}:${near.place.line}`],
        fix: `did you mean "${near.name}"?`,
        severity: 'warning',
      }),
    ];
  });
};
