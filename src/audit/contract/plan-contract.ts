import { type Contract, contractOfState, type JsonSchema, statesOf } from '../../contract/index.js';
import { planModule } from '../../terraform/module/plan-module.js';
import { headersOf } from '../../tree/header.js';

const NOTE =
  'It is inferred from the YAML that Flux reads: correct a "schema" in contract.json if a type is too narrow or too wide, and run "fluxspan contract write" after each change.';

/**
 * The files of an inferred contract, by path: contract.json, and the Terraform module of each state.
 *
 * @param folder the folder that holds `contract/`, from the repository's root; empty for the root
 */
export const planContract = (contract: Contract, folder: string): ReadonlyMap<string, string> => {
  const own = contractFolder(contract, folder);
  const withHeader = headersOf({ cluster: contract.cluster }, NOTE);
  const files = new Map<string, string>();
  const put = (path: string, body: string): void => void files.set(path, withHeader(path, body));
  const file = `${own}/contract.json`;
  put(file, `${JSON.stringify(contract, null, 2)}\n`);
  for (const state of [undefined, ...statesOf(contract)]) {
    const module = planModule(contractOfState(contract, state), folder, file);
    for (const [name, text] of module) put(`${state === undefined ? own : `${own}/${state}`}/${name}`, text);
  }
  return files;
};

/** `contract/prod`. */
export const contractFolder = ({ cluster }: Pick<Contract, 'cluster'>, folder: string): string =>
  `${folder === '' ? '' : `${folder}/`}contract/${cluster}`;

/** The contract with the types that people gave in the file that is there: only what is new is inferred. */
export const withKeptTypes = (contract: Contract, before: Contract | undefined): Contract => {
  if (before === undefined) return contract;
  const keep = <T extends { readonly schema: JsonSchema }>(
    all: Readonly<Record<string, T>>,
    old: Readonly<Record<string, { readonly schema: JsonSchema }>>,
  ): Readonly<Record<string, T>> =>
    Object.fromEntries(
      Object.entries(all).map(([name, one]) => [
        name,
        Object.hasOwn(old, name) ? { ...one, schema: old[name]!.schema } : one,
      ]),
    );
  return {
    ...contract,
    vars: keep(contract.vars, before.vars),
    values: keep(contract.values, before.values),
    secrets: Object.fromEntries(
      Object.entries(contract.secrets).map(([name, one]) => {
        const old = Object.hasOwn(before.secrets, name) ? before.secrets[name] : undefined;
        if (old === undefined) return [name, one];
        return [name, { ...one, managedBy: old.managedBy, properties: keep(one.properties, old.properties) }];
      }),
    ),
  };
};

/** The inputs of a contract: `vars.REGION`, `secrets.shop.password`. */
export const inputsOf = ({ vars, values, secrets, bootstrap = [] }: Contract): ReadonlySet<string> =>
  new Set([
    ...Object.keys(vars).map((name) => `vars.${name}`),
    ...Object.keys(values).map((name) => `values.${name}`),
    ...Object.entries(secrets).flatMap(([name, { properties }]) =>
      Object.keys(properties).map((property) => `secrets.${name}.${property}`),
    ),
    ...bootstrap.map(({ namespace, name }) => `Secret/${name} in ${namespace}`),
  ]);
