import { tryError } from '../diagnostics/thrown.js';

/** Peer dependencies, of which a project has one copy that it shares with fluxspan. */
const PEERS: readonly string[] = ['cdk8s', 'cdk8s-plus-30', 'constructs', 'zod'];

/** What to say where fluxspan itself can't be loaded, because the project lacks one of its peer dependencies. */
export const missingPeer = (error: unknown): { readonly message: string; readonly fix: string } | undefined => {
  const thrown = tryError(error) as NodeJS.ErrnoException | undefined;
  if (thrown?.code !== 'ERR_MODULE_NOT_FOUND' && thrown?.code !== 'MODULE_NOT_FOUND') return undefined;
  const name = /^Cannot find (?:package|module) '([^']+)'/.exec(thrown.message)?.[1];
  if (name === undefined || !PEERS.includes(name)) return undefined;
  return {
    message: `the package "${name}" isn't installed: fluxspan and your project share one copy of it`,
    fix: `npm install ${name}`,
  };
};
