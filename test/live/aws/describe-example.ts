import { describeLive, runsAll } from '../describe-live.js';
import type { Live } from '../live.js';
import { buildProvider, missingTerraform } from '../terraform.js';
import { missingFor, programs } from './example-root.js';
import { installPython, type Python } from './python.js';

/**
 * Cases that apply the example, with Terraform and, where it is installed, with OpenTofu; each on a cluster without Flux.
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
    const mayMiss = typeof installed === 'string' ? installed : await missingFor(program);
    describeLive(`examples/terraform-eks, ${did} by ${program}`, (live) => cases(live, program, python), {
      long: true,
      flux: false,
      missing: index === 0 ? missingTerraform : undefined,
      mayMiss,
    });
  }
};
