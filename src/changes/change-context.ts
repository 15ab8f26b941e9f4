import type { Diagnostic } from '../diagnostics/index.js';
import type { ChangeContext } from './change-rule.js';
import { type HadContract, parseHadContract } from './hand-written/contract-of-base.js';
import { findLeftOut, type LeftOut, NOTHING_LEFT_OUT } from './removals/left-out.js';
import { findLostRoot } from './root/lost-root.js';
import { findTwinFiles, type TwinFile } from './views/twin-files.js';

/** Parts that the context computes itself, when the first rule asks for them. */
type FoundLater = 'leftOut' | 'contractBefore' | 'hadContract' | 'lostRoot' | 'twinFiles';

export interface ChangeInput extends Omit<ChangeContext, FoundLater> {
  /** Reads the base's contract if it differs from the planned one. */
  readonly readContract: () => string | undefined;
}

/** Opens what the change rules share about one cluster. Each part is computed when the first rule asks for it. */
export const openChangeContext = (input: ChangeInput): ChangeContext => {
  const { view, changes, readContract } = input;
  const leftOut = once((): LeftOut => (view === undefined ? NOTHING_LEFT_OUT : findLeftOut(changes, view)));
  const contract = once(readContract);
  const hadContract = once((): HadContract | undefined => {
    const text = contract();
    return text === undefined ? undefined : parseHadContract(text);
  });
  const lostRoot = once((): Diagnostic | undefined =>
    view === undefined ? undefined : findLostRoot({ plan: input.plan, view, root: input.tree.root }),
  );
  const twinFiles = once((): readonly TwinFile[] =>
    view === undefined ? [] : findTwinFiles(input.plan, input.after.scopeOf, view, input.others),
  );
  return {
    ...input,
    get leftOut() {
      return leftOut();
    },
    get contractBefore() {
      return contract();
    },
    get hadContract() {
      return hadContract();
    },
    get lostRoot() {
      return lostRoot();
    },
    get twinFiles() {
      return twinFiles();
    },
  };
};

const once = <T>(find: () => T): (() => T) => {
  let found: { readonly value: T } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
};
