import type { Io } from '../command.js';

/** Asks a person, line by line. */
export interface Questions {
  /** @returns the answer, or `preset` for an empty line and at the end of the input */
  ask(question: string, preset: string): Promise<string>;
  /** Asks again until the answer is one of the choices; its first letters are enough. */
  choose<T extends string>(question: string, choices: readonly T[], preset: T): Promise<T>;
}

const linesOf = async function* (stdin: Io['stdin']): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of stdin) {
    rest += chunk.toString();
    const lines = rest.split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
};

export const questionsTo = (io: Io): Questions => {
  const lines = linesOf(io.stdin);
  const ask = async (question: string, preset: string): Promise<string> => {
    io.stderr.write(`${question} (${preset}): `);
    const { value, done } = await lines.next();
    const answer = done === true ? '' : value.trim();
    return answer === '' ? preset : answer;
  };
  return {
    ask,
    async choose(question, choices, preset) {
      for (;;) {
        const answer = await ask(`${question}: ${choices.join(', ')}`, preset);
        const found = choices.filter((choice) => choice.startsWith(answer.toLowerCase()));
        if (found.length === 1) return found[0]!;
        io.stderr.write(`Type one of ${choices.join(', ')}.\n`);
      }
    },
  };
};

/** Whether a person sits there to answer. */
export const isInteractive = (io: Io): boolean =>
  io.stderr.isTTY === true && (io.stdin as { readonly isTTY?: boolean }).isTTY === true;
