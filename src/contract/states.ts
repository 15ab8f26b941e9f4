import { compareText } from '../json/compare-text.js';
import { type Contract, FLUX_NAMESPACE } from './contract.js';

/** The Terraform states besides the main one of which a contract asks something, sorted. */
export const statesOf = ({ vars, values, secrets }: Contract): readonly string[] =>
  [
    ...new Set(
      [...Object.values(vars), ...Object.values(values), ...Object.values(secrets)].flatMap(({ from }) => from ?? []),
    ),
  ].sort(compareText);

/** Whether a contract asks for nothing, and no addon makes a value for another. */
export const isEmpty = ({ vars, values, secrets, configMaps, namespaces, outputs, bootstrap }: Contract): boolean =>
  [vars, values, secrets, configMaps, outputs ?? [], bootstrap ?? []].every((one) => Object.keys(one).length === 0) &&
  namespaces.every(({ creator }) => creator !== 'terraform');

const partOf = <T extends { readonly from?: string }>(
  all: Readonly<Record<string, T>>,
  state: string | undefined,
): Readonly<Record<string, T>> => Object.fromEntries(Object.entries(all).filter(([, { from }]) => from === state));

/**
 * What a contract asks of one Terraform state: nothing is asked of two. Of a contract of one state, it is the contract.
 *
 * @param state the name of the state @default - the main one
 */
export const contractOfState = (contract: Contract, state?: string): Contract => {
  const states = statesOf(contract);
  if (states.length === 0 && state === undefined) return contract;
  const configMaps = contract.configMaps.filter(({ from }) => from === state);
  // The main state comes first, then the others by name: the first that writes into a namespace makes it.
  const before = [undefined, ...states].slice(0, state === undefined ? 0 : states.indexOf(state) + 1);
  const taken = new Set(
    contract.configMaps.flatMap(({ namespace, from }) => (before.includes(from) && from !== state ? [namespace] : [])),
  );
  const own = new Set(configMaps.map(({ namespace }) => namespace));
  const { outputs: _, bootstrap: __, ...rest } = contract;
  return {
    ...rest,
    vars: partOf(contract.vars, state),
    values: partOf(contract.values, state),
    secrets: partOf(contract.secrets, state),
    configMaps,
    namespaces: contract.namespaces.filter(
      ({ name, creator }) => creator === 'terraform' && own.has(name) && !taken.has(name),
    ),
    ...(state === undefined ? {} : { state: { name: state, makesFluxNamespace: !taken.has(FLUX_NAMESPACE) } }),
  };
};
