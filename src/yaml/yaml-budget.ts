import { YamlError } from './yaml-error.js';
import { placeOf } from './yaml-node.js';

/** Of one text, with its keys; the largest lists of a whole cluster have a tenth. Each costs some 500 bytes. */
export const MOST_YAML_VALUES = 1_000_000;

/** What may still be read of a text. */
export interface YamlBudget {
  left: number;
}

export const openYamlBudget = (): YamlBudget => ({ left: MOST_YAML_VALUES });

/** @throws YamlError where nothing is left */
export const spendValue = (budget: YamlBudget, node?: Parameters<typeof placeOf>[0]): void => {
  budget.left -= 1;
  if (budget.left >= 0) return;
  const problem = `it holds more than the ${MOST_YAML_VALUES} keys and values that are read, aliases written out`;
  throw new YamlError(`yaml: ${problem}`, { ...placeOf(node), kind: 'too-many-values', problem });
};
