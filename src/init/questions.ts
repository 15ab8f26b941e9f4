/** Where a person is asked, and answers. */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

/** Asks a person, line by line. */
export interface Questions {
  /** @returns the answer, or `preset` for an empty line and at the end of the input */
  ask(question: string, preset: string): Promise<string>;
  /** Asks again until the answer is one of the choices; its first letters are enough. */
  choose<T extends string>(question: string, choices: readonly T[], preset: T): Promise<T>;
}

const linesOf = async function* (stdin: Terminal['stdin']): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of stdin) {
    rest += chunk.toString();
    const lines = rest.split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
};

export const questionsTo = ({ stdin, stderr }: Terminal): Questions => {
  const lines = linesOf(stdin);
  const ask = async (question: string, preset: string): Promise<string> => {
    stderr.write(`${question} (${preset}): `);
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
        stderr.write(`Type one of ${choices.join(', ')}.\n`);
      }
    },
  };
};

/** Whether a person sits there to answer. */
export const isInteractive = ({ stdin, stderr }: Terminal): boolean =>
  stderr.isTTY === true && (stdin as { readonly isTTY?: boolean }).isTTY === true;
