import { describeLive, runsAll } from '../describe-live.js';
import type { Live } from '../live.js';
import { buildProvider, missingTerraform } from '../terraform.js';
import { missingFor, programs } from './example-root.js';
import { installPython, type Python } from './python.js';

/**
 * Cases that apply the example, with Terraform and, where it is installed, with OpenTofu; each on a cluster without Flux.
 * Where Terraform, its provider hashicorp/aws or Python is missing, `--all` fails: a skipped case proves nothing.
 *
 * @param did of the title: `applied`
 */
export const describeExample = async (
  did: string,
  cases: (live: () => Live, program: string, python: () => Python) => void,
): Promise<void> => {
  buildProvider({ long: true });
  const installed = runsAll ? installPython((line) => console.log(line)) : 'only with --all';
  const python = () => {
    if (typeof installed === 'string') throw new Error(installed);
    return installed;
  };
  for (const [index, program] of programs.entries()) {
    const lacks = typeof installed === 'string' ? installed : await missingFor(program);
    describeLive(`examples/terraform-eks, ${did} by ${program}`, (live) => cases(live, program, python), {
      long: true,
      flux: false,
      ...(index === 0 ? { missing: missingTerraform ?? lacks } : { mayMiss: lacks }),
    });
  }
};
