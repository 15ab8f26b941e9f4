import type { Contract } from '../contract/index.js';
import { type Diagnostic, diagnose, type Result } from '../diagnostics/index.js';
import { exampleConfigMaps, type GivenInfra, parseGivenInfra } from '../preview/given-config-maps.js';
import { contractNotRead } from './diagnostics.js';
import type { NotCompared } from './not-compared.js';

/** A file with what Terraform gives, in any form that `contract check` reads. */
export interface InputsFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Noted {
  readonly diagnostics: Diagnostic[];
  /** The values of vars that stand in for Terraform's. */
  readonly examples: Set<string>;
  readonly left: NotCompared[];
}

/** What Terraform writes into a cluster: by a file, or by the examples of its contract. */
export const givenFor = (
  { diagnostics, examples, left }: Noted,
  contract: Result<Contract> | undefined,
  cluster: string,
  inputs: InputsFile | undefined,
): GivenInfra['configMaps'] => {
  if (contract === undefined) return [];
  if (!contract.ok) {
    const { message, fix } = contract.problem;
    diagnostics.push(diagnose(contractNotRead, { message, at: { cluster }, fix }));
    return [];
  }
  if (inputs === undefined) {
    const { configMaps } = exampleConfigMaps(contract.value);
    for (const { data } of configMaps) for (const text of Object.values(data)) examples.add(text);
    return configMaps;
  }
  const given = parseGivenInfra(inputs.bytes, inputs.name, contract.value);
  const { problems, configMaps } = given.ok ? given.value : { problems: [given.problem], configMaps: [] };
  diagnostics.push(...problems);
  const errors = problems.filter(({ severity }) => severity === 'error');
  const isNeeded = configMaps.length === 0 && exampleConfigMaps(contract.value).configMaps.length > 0;
  if (isNeeded && errors.length > 0) left.push({ cluster, codes: errors.map(({ code }) => code) });
  return configMaps;
};
