import type { ContractProperty, ContractSecret, Reader } from '../../contract/index.js';
import { nameSome } from '../../diagnostics/index.js';
import { compareText } from '../../json/compare-text.js';
import type { StateObject } from '../../rules/context/rule-state.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { writtenExpressions } from '../../substitution/written-expressions.js';
import { storeOf, type TerraformData } from '../terraform/data-findings.js';
import { remoteReadsOf } from '../terraform/remote-secrets.js';
import type { ContractPart } from './vars-of-contract.js';

interface Read extends Reader {
  readonly owner: string;
  readonly property: string | undefined;
}

/** The remote secrets that ExternalSecrets read from the secret manager of a cloud. */
export const secretsOfContract = (
  objects: readonly StateObject[],
  { all }: TerraformData['remote'],
): ContractPart & { readonly secrets: Readonly<Record<string, ContractSecret>> } => {
  const reads = new Map<string, { readonly name: string; readonly key: string; readonly store: string; all: Read[] }>();
  const left = new Set<string>();
  for (const object of objects) {
    if (object.kind !== 'ExternalSecret' || object.group !== 'external-secrets.io') continue;
    const store = storeOf(object, objects);
    const own = remoteReadsOf(object.json);
    if (store === undefined) {
      if (own.length > 0) left.add(`${object.title}: no file here shows a store of AWS, Azure or Google that it reads`);
      continue;
    }
    for (const { key, property, path } of own) {
      const name = store === 'azurekv' ? key.replace(/^secret\//, '') : key;
      const there = reads.get(`${store}/${name}`) ?? { name, key: varIn(name) ?? name, store, all: [] };
      reads.set(`${store}/${name}`, there);
      const title = `ExternalSecret/${object.name}`;
      there.all.push({ addon: title, owner: title, object: title, path, property });
    }
  }
  const secrets: Record<string, ContractSecret> = {};
  for (const { name, key, store, all: own } of [...reads.values()].sort(
    (a, b) => compareText(a.name, b.name) || compareText(a.store, b.store),
  )) {
    const known = all.get(`${store}/${name}`)?.properties;
    const whole = own.filter(({ property }) => property === undefined);
    if (holdsExpression(name) && key === name) {
      left.add(`remote secret "${name}": its name has a var in it`);
    } else if (whole.length > 0 && known === undefined) {
      left.add(`remote secret "${name}": ${nameSome([...new Set(whole.map((one) => one.owner))], 5)} reads all of it`);
    } else if (Object.hasOwn(secrets, key)) {
      const readers = nameSome([...new Set(own.map((one) => one.owner))], 5);
      left.add(`remote secret "${name}" that ${readers} reads: the contract has that of another store`);
    } else secrets[key] = secretOf(key, own, known);
  }
  return { secrets, left: [...left].sort(compareText) };
};

/** The var of a name that is nothing else. */
const varIn = (name: string): string | undefined => {
  const [first, ...more] = writtenExpressions(name);
  return first !== undefined && more.length === 0 && first.source === name ? first.names[0] : undefined;
};

const secretOf = (key: string, reads: readonly Read[], known: ReadonlySet<string> | undefined): ContractSecret => {
  const properties: Record<string, ContractProperty> = {};
  const whole = reads.filter(({ property }) => property === undefined);
  // A path into the JSON begins with its first key.
  const named = reads.flatMap(({ property, ...one }) =>
    property === undefined ? [] : [{ ...one, property: known?.has(property) ? property : property.split('.')[0]! }],
  );
  const names = new Set([...named.map(({ property }) => property), ...(whole.length > 0 ? (known ?? []) : [])]);
  for (const name of [...names].sort(compareText))
    properties[name] = {
      schema: { type: 'string' },
      readBy: named.filter(({ property }) => property === name).map(readerOf),
    };
  return {
    key,
    managedBy: 'terraform',
    properties,
    declaredBy: [...new Set(reads.map(({ owner }) => owner))].sort(compareText),
    readBy: whole.map(readerOf),
  };
};

const readerOf = ({ addon, object, path }: Reader): Reader => ({
  addon,
  ...(object === undefined ? {} : { object }),
  ...(path === undefined ? {} : { path }),
});
