import { type Contract, findPatternProblem } from '../contract/index.js';
import { diagnose, failure, type Result, success } from '../diagnostics/index.js';
import { DEEPEST, isDeeperThan } from '../json/is-deeper-than.js';
import { isObject } from '../json/is-object.js';
import { printPath } from '../json/json-path.js';
import { contractSchema } from './contract-schema.js';
import { contractVersion } from './diagnostics.js';

/** Reads a contract.json, whose form `docs/contract.schema.json` describes. */
export const parseContract = (text: string, file: string): Result<Contract> => {
  const refuse = (
    message: string,
    fix = 'give the contract.json that fluxspan synth wrote, in k8s/contract/<cluster>/',
  ) => failure(diagnose(contractVersion, { message: `${file} ${message}`, at: { file }, fix }));
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuse('is not JSON');
  }
  if (!isObject(json) || !('contract' in json)) return refuse('is not a contract');
  if (isDeeperThan(json, DEEPEST)) return refuse(`is nested deeper than the ${DEEPEST} levels that are read`);
  if (json['contract'] !== 1) {
    return refuse(
      `is a contract of version ${JSON.stringify(json['contract'])}, and this fluxspan reads version 1`,
      'write it again with this fluxspan (fluxspan synth), or use the one that wrote it',
    );
  }
  const { $fluxspan: _, ...contract } = json as { $fluxspan?: unknown };
  const tooManyParts = findPatternProblem(contract);
  if (tooManyParts !== undefined) return failure({ ...tooManyParts, at: { ...tooManyParts.at, file } });
  const parsed = contractSchema.safeParse(contract);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse(
      `is not as a contract is at "${printPath((issue?.path ?? []).map((step) => (typeof step === 'number' ? step : String(step))))}"`,
    );
  }
  return success(contract as unknown as Contract);
};
