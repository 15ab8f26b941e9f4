/** Frames of fluxspan itself, of its dependencies and of Node are never the user's code. */
const ours =
  /node:|[\\/]node_modules[\\/]|[\\/](src|dist[\\/]src)[\\/](addon|cluster|constructs|contract|diagnostics)[\\/]/;

/**
 * Remembers where it was called from, and says so when it is asked: `src/platform/dev.ts:12`. V8 keeps the frames and
 * makes text of them only then, so that remembering costs microseconds.
 */
export const rememberPlace = (): (() => string | undefined) => {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, rememberPlace);
  return () => {
    for (const line of (holder.stack ?? '').split('\n').slice(1)) {
      if (ours.test(line)) continue;
      const found = /\(?(?:file:\/\/)?((?:[A-Za-z]:)?[\\/][^():]+):(\d+):\d+\)?$/.exec(line);
      if (found === null) continue;
      const path = found[1]!.replaceAll('\\', '/');
      const base = process.cwd().replaceAll('\\', '/');
      return `${path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path}:${found[2]}`;
    }
    return undefined;
  };
};
