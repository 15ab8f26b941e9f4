import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const readme = readFileSync(
  fileURLToPath(new URL('../../../examples/terraform-eks/README.md', import.meta.url)),
  'utf8',
);

/** The arguments of the first command in a sentence of the example's README that starts so, such as `aws ssm put-parameter`. */
export const readCommand = (start: string): readonly string[] => {
  const [, rest] = readme.split(`\`${start} `);
  if (rest === undefined) throw new Error(`the example's README has no command "${start} …"`);
  return `${start} ${rest.split('`')[0] ?? ''}`.split(' ').slice(1);
};

/** One command with which the example's README tears the platform's root down. */
export interface TeardownCommand {
  readonly program: 'terraform' | 'aws';
  readonly args: readonly string[];
  /** Of the addresses that `state list` has printed, those that `grep` passes on to the command. */
  readonly chosen: (list: string) => readonly string[];
  /** Ends with `|| true`. */
  readonly mayFail: boolean;
}

/** The commands of Terraform and the AWS CLI that stand alone under "Tear it down" in the example's README, in their order. */
export const readTeardown = (): readonly TeardownCommand[] => {
  const [, section = ''] = readme.split('## Tear it down');
  const [, block = ''] = section.split('```');
  return block.split('\n').flatMap((whole) => {
    const [line = '', otherwise] = whole.split(' || ');
    const [plain = '', piped = ''] = line.split('$(');
    const [program, ...args] = plain.trim().split(' ');
    // `aws eks update-kubeconfig` is for kubectl, and writes to whoever runs it.
    if ((program !== 'terraform' && program !== 'aws') || args[0] === 'eks') return [];
    const patterns = [...piped.matchAll(/-e (\w+)/g)].map(([, pattern = '']) => pattern);
    const chosen = (list: string) =>
      list.split('\n').filter((one) => patterns.some((pattern) => one.includes(pattern)));
    return [{ program, args, chosen, mayFail: otherwise === 'true' }];
  });
};
