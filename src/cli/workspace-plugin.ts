import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { isOneEach, memberOf } from './workspace-members.js';

const OWN = Symbol('resolved by the plugin');

/** Bundles packages of the workspace that export TypeScript, and leaves all others to Node. */
export const workspacePlugin = (): Plugin => ({
  name: 'workspace',
  setup(build) {
    const members = new Set<string>();
    build.onResolve({ filter: /^[^./]/ }, async ({ path, resolveDir, importer, kind, pluginData }) => {
      if (pluginData === OWN || kind === 'entry-point') return undefined;
      if (isOneEach(path)) return { path, external: true };
      const isFromMember = [...members].some((folder) => importer.startsWith(folder + sep));
      const member = memberOf(path, resolveDir);
      if (!isFromMember && member === undefined) return { path, external: true };
      const found = await build.resolve(path, { resolveDir, kind, pluginData: OWN });
      if (member !== undefined && /\.[cm]?tsx?$/.test(found.path)) {
        members.add(member);
        return found;
      }
      // What a member depends on is found from there, and perhaps not from the project.
      const isElsewhere = isFromMember && found.errors.length === 0 && !found.external;
      return { path: isElsewhere ? pathToFileURL(found.path).href : path, external: true };
    });
  },
});
