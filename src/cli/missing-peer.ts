import { tryError } from '../diagnostics/thrown.js';

/** Peer dependencies, of which a project has one copy that it shares with fluxspan. */
const PEER = /^(?:cdk8s|cdk8s-plus-\d+|constructs|zod)$/;

/** What to say where fluxspan itself can't be loaded, because the project lacks one of its peer dependencies. */
export const missingPeer = (error: unknown): { readonly message: string; readonly fix: string } | undefined => {
  const thrown = tryError(error) as NodeJS.ErrnoException | undefined;
  if (thrown?.code !== 'ERR_MODULE_NOT_FOUND' && thrown?.code !== 'MODULE_NOT_FOUND') return undefined;
  const name = /^(?:Cannot find (?:package|module) '([^']+)'|fluxspan tried to access (\S+) )/.exec(thrown.message);
  const [, absent, undeclared] = name ?? [];
  const peer = absent ?? undeclared ?? '';
  if (!PEER.test(peer)) return undefined;
  return {
    message: `the package "${peer}" isn't installed: fluxspan and your project share one copy of it`,
    // Yarn's Plug'n'Play, in which `yarn dlx` runs, too.
    fix:
      undeclared === undefined
        ? `npm install ${peer}`
        : `yarn add ${peer}; or, to make a project, yarn dlx -p fluxspan -p cdk8s -p constructs -p zod fluxspan init`,
  };
};
