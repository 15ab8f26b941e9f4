import { FONT_SIZE } from '../layout/lay-out.js';

/** The colours of pages and pictures, in light and dark. Whatever a colour says, a line, a weight or a word says too. */
export const PALETTE = `:root{color-scheme:light dark;--bg:#fff;--ink:#1f2328;--dim:#57606a;--line:#8c959f;--box:#f6f8fa;--edge:#d0d7de;--hot:#0550ae}
@media screen and (prefers-color-scheme:dark){:root{--bg:#0d1117;--ink:#e6edf3;--dim:#9198a1;--line:#768390;--box:#161b22;--edge:#3d444d;--hot:#79c0ff}}`;

/** How a drawing looks. */
export const DRAWING = `svg{font:11px system-ui,sans-serif;background:var(--bg)}
svg text{fill:var(--dim)}
.heads text{font-weight:600}
.frame{fill:none;stroke:var(--edge)}
.line{fill:none;stroke:var(--line);marker-end:url(#arrow)}
.line.chosen{stroke-dasharray:5 4}
.line.critical{stroke:var(--hot);stroke-width:2.5;marker-end:url(#hot)}
#arrow path{fill:var(--line)}
#hot path{fill:var(--hot)}
.box rect{fill:var(--box);stroke:var(--line)}
.box .name{font:${FONT_SIZE}px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:var(--ink)}
.external rect{stroke-dasharray:4 3}
.critical rect{stroke:var(--hot);stroke-width:2.5}
.critical .name{font-weight:700}`;
