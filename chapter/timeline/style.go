package timeline

// style is scoped by the figure's id, as a style inside of an SVG holds for the
// whole page. Colour only supports: shapes and texts say it all.
const style = `
#id{--paper:#fff;--ink:#1a1d21;--faint:#8a9099;--soft:#555c66;--lease:#d3e6f8;--edge:#1c5a9c;--warn:#9a4300;--alarm:#ffc878;font:20px system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans",sans-serif}
@media (prefers-color-scheme:dark){#id{--paper:#16191d;--ink:#eceef0;--faint:#767d87;--soft:#a9b0b9;--lease:#1d3f63;--edge:#8cc1f5;--warn:#ffb261;--alarm:#7a4300}}
#id .card{fill:var(--paper);stroke:var(--faint)}
#id .lane{stroke:var(--faint);stroke-width:1.5}
#id .held{fill:var(--lease);stroke:var(--edge);stroke-width:2}
#id .believed{fill:var(--paper);stroke:var(--edge);stroke-width:2;stroke-dasharray:7 5}
#id .paused{stroke:var(--soft);stroke-width:1.5}
#id .stripe{fill:var(--faint)}
#id .message,#id .delayed{fill:none;stroke:var(--ink);stroke-width:2}
#id .delayed{stroke-dasharray:10 5}
#id .head,#id .mark{fill:var(--ink)}
#id .look{fill:var(--paper);stroke:var(--ink);stroke-width:2.5}
#id .ends{stroke:var(--soft);stroke-width:1.5;stroke-dasharray:2 5}
#id .tick{stroke:var(--ink);stroke-width:2}
#id .pole{stroke:var(--faint);stroke-width:1.5}
#id .cross{fill:none;stroke:var(--warn);stroke-width:5}
#id .star,#id .alarm{fill:var(--alarm);stroke:var(--ink);stroke-width:2.5}
#id text{fill:var(--ink);stroke:var(--paper);stroke-width:3px;paint-order:stroke;stroke-linejoin:round}
#id .token,#id .loud{font-weight:700;stroke:none}
#id .name{font-weight:700}
#id .time{fill:var(--soft)}
#id .note{fill:var(--soft);font-size:16px}
`
