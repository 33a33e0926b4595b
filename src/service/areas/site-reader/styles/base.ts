/** Styles for colors, typography and the frame of every page. */

export const base = `
:root{color-scheme:light dark;
--ground:light-dark(#fff,#15171c);--faint:light-dark(#f6f7f9,#1d2027);--line:light-dark(#e2e5ea,#30353e);
--ink:light-dark(#1d2129,#e4e7eb);--muted:light-dark(#566070,#a2abb8);
--info:light-dark(#2f6fdb,#7fb0ff);--success:light-dark(#1a7f45,#5fd08d);--warning:light-dark(#9a5b00,#f0b95a);--danger:light-dark(#c02626,#ff8f8a);
--body:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue",Arial,sans-serif;
--mono:ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;
--measure:40rem;--corner:.5rem}
:root.light{color-scheme:light}:root.dark{color-scheme:dark}
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:7.5rem}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.65 var(--body);overflow-wrap:break-word}
a{color:var(--accent);text-decoration-thickness:.07em;text-underline-offset:.18em}
a:hover{text-decoration-thickness:.13em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:.2rem}
main:focus{outline:none}
img,video{max-width:100%;height:auto}
.unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;inset-inline-start:-100vw;top:0;z-index:9;padding:.5rem 1rem;background:var(--ground)}
.skip:focus{inset-inline-start:0}
.emoji{font-family:"Apple Color Emoji","Segoe UI Emoji","Noto Color Emoji",sans-serif}
.by-night{display:none}
@media(prefers-color-scheme:dark){:root:not(.light) .by-day{display:none}:root:not(.light) .by-night{display:inline}}
:root.dark .by-day{display:none}:root.dark .by-night{display:inline}
.change{background:var(--faint);border-bottom:3px solid var(--accent);padding:.5rem 1rem;font-size:.9rem}.change p,.change ul{margin:.2rem 0}
.mark{font-size:.75rem;font-style:normal;font-weight:600;border:1px solid currentColor;border-radius:var(--corner);padding:0 .35rem}
.announcement{background:var(--faint);border-bottom:1px solid var(--line);text-align:center;padding:.4rem 1rem;font-size:.9rem}
.announcement p{margin:0}
.announcement.warning{border-top:3px solid var(--warning)}.announcement.danger{border-top:3px solid var(--danger)}
.announcement.info{border-top:3px solid var(--info)}.announcement.success{border-top:3px solid var(--success)}
.top{position:sticky;top:0;z-index:5;background:var(--ground);border-bottom:1px solid var(--line)}
.bar,.sections,.middle,.bottom{max-width:88rem;margin:0 auto;padding:0 1.5rem}
.bar{display:flex;align-items:center;gap:1rem;min-height:3.5rem}
.home{display:flex;align-items:center;gap:.5rem;font-weight:650;font-size:1.05rem;color:var(--ink);text-decoration:none}
.home img{max-height:2rem;width:auto}
.search{display:flex;margin-inline-start:auto;gap:.4rem}
.search input{font:inherit;font-size:.92rem;width:15rem;min-width:0;padding:.35rem .7rem;border:1px solid light-dark(#8b939f,#6d7684);border-radius:var(--corner);background:var(--ground);color:var(--ink)}
.search input::placeholder{color:var(--muted);opacity:1}
.search button,.feedback button{font:inherit;font-size:.92rem;padding:.35rem .8rem;border:1px solid var(--line);border-radius:var(--corner);background:var(--faint);color:var(--ink);cursor:pointer}
.feedback{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin-block-start:1.5rem}
.search button:hover,.feedback button:hover{border-color:var(--accent)}
.links{display:flex;flex-wrap:wrap;align-items:center;gap:1rem;list-style:none;margin:0;padding:0;font-size:.94rem}
.links a:not(.button){color:var(--ink);text-decoration:none}.links a:hover{text-decoration:underline}
.button{display:inline-block;padding:.4rem .95rem;border:1px solid var(--accent);border-radius:var(--corner);text-decoration:none;font-weight:550;line-height:1.4}
.button.primary,.links .button.primary{background:var(--accent);color:var(--on-accent)}
.button.secondary{color:var(--accent);background:transparent}
.menu{position:relative}
.menu>summary{cursor:pointer;list-style:none;padding:.3rem .1rem}
.menu>summary::-webkit-details-marker{display:none}
.menu>summary::after{content:"";display:inline-block;width:.4em;height:.4em;margin:0 .45em .15em;border:solid currentcolor;border-width:0 1.5px 1.5px 0;transform:rotate(45deg)}
.menu>ul{position:absolute;inset-inline-start:0;z-index:6;min-width:12rem;margin:.2rem 0 0;padding:.4rem;list-style:none;background:var(--ground);border:1px solid var(--line);border-radius:var(--corner);box-shadow:0 .4rem 1.2rem rgb(0 0 0/.14)}
.menu>ul .menu>ul{position:static;box-shadow:none;border:0;padding:0;padding-inline-start:.8rem}
.menu>ul a,.menu>ul summary,.menu>ul span{display:block;padding:.35rem .6rem;border-radius:.35rem;color:var(--ink);text-decoration:none;white-space:nowrap}
.menu>ul a:hover{background:var(--faint)}
.variants{font-size:.92rem}.variants>summary{border:1px solid var(--line);border-radius:var(--corner);padding:.2rem .7rem}
[aria-current=true]{font-weight:600}
.menu>ul a[aria-current=true]{color:var(--accent)}
.sections{font-size:.94rem}
.sections>ul{display:flex;flex-wrap:wrap;gap:0 1.4rem;list-style:none;margin:0;padding:0}
.sections>ul>li>a,.sections>ul>li>.menu>summary{display:block;padding:.45rem 0 .55rem;color:var(--muted);text-decoration:none;border-bottom:2px solid transparent}
.sections>ul>li>a:hover,.sections>ul>li>.menu>summary:hover{color:var(--ink)}
.sections>ul>li>a[aria-current],.sections>ul>li>.menu.here>summary{color:var(--ink);font-weight:600;border-color:var(--accent)}
.middle{display:grid;grid-template-columns:16rem minmax(0,1fr) 14rem;gap:0 3rem;align-items:start;min-height:70vh;--above:4rem}
.top:has(.sections)~.middle{--above:6.6rem}
.alone .middle{grid-template-columns:minmax(0,1fr)}
.pages,.outline{position:sticky;top:var(--above);max-height:calc(100vh - var(--above));overflow:auto;padding:2rem .3rem 3rem;font-size:.92rem;line-height:1.45;scrollbar-width:thin}
.pages{margin-inline-start:-.9rem}
.outline{grid-area:1/3}main{grid-area:1/2}.alone main{grid-area:1/1}
.fold{display:none;border:1px solid var(--line);border-radius:var(--corner)}
.fold>summary{padding:.5rem .9rem;cursor:pointer;font-weight:600}
.tree ul{list-style:none;margin:0;padding:0}
.tree ul ul{margin:.1rem 0 .3rem;margin-inline-start:.7rem;padding-inline-start:.5rem;border-inline-start:1px solid var(--line)}
.tree a,.tree li>span{display:block;padding:.3rem .6rem;border-radius:.4rem;color:var(--muted);text-decoration:none}
.tree a:hover{color:var(--ink);background:var(--faint)}
.tree a.above{color:var(--ink)}
.tree a[aria-current=page]{color:var(--accent);font-weight:600;background:var(--faint)}
.tree .group>p{margin:1.4rem 0 .3rem;padding:0 .6rem;font-weight:650;font-size:.88rem;color:var(--ink)}
.tree .group>ul{margin-inline-start:0;padding-inline-start:0;border:0}
.outline .title{margin:0 0 .5rem;font-weight:650;font-size:.85rem}
.outline ul{list-style:none;margin:0;padding:0;border-inline-start:1px solid var(--line)}
.outline a{display:block;padding:.22rem .8rem;color:var(--muted);text-decoration:none}
.outline a:hover{color:var(--ink)}
.outline .level-3 a{padding-inline-start:1.6rem}
main{padding:2rem 0 4rem;min-width:0;width:100%;max-width:44rem;margin:0 auto}
.wide main{max-width:60rem}
.alone main{max-width:44rem}
.bottom{border-top:1px solid var(--line);padding-top:2rem;padding-bottom:3rem;color:var(--muted);font-size:.9rem}
.bottom .groups{display:flex;flex-wrap:wrap;gap:2rem 4rem}
.bottom ul{list-style:none;margin:0;padding:0}.bottom a{color:inherit}.bottom .title{margin:0 0 .4rem;font-weight:650;color:var(--ink)}
.neighbours{display:flex;gap:1rem;margin-top:4rem}
.neighbours a{flex:1;padding:.8rem 1rem;border:1px solid var(--line);border-radius:var(--corner);text-decoration:none;line-height:1.4}
.neighbours a:hover{border-color:var(--accent)}
.neighbours span{display:block;font-size:.85rem;color:var(--muted)}
.neighbours strong{font-weight:600}
.neighbours .after{text-align:end}
@media(min-width:52rem){.neighbours a:only-child{max-width:calc(50% - .5rem)}.neighbours .after{margin-inline-start:auto}}
.above ol{display:flex;flex-wrap:wrap;list-style:none;margin:0 0 .6rem;padding:0;font-size:.88rem;color:var(--muted)}
.above li+li::before{content:"/";margin:0 .5rem;color:var(--line)}
.above a{color:inherit;text-decoration:none}.above a:hover{text-decoration:underline}
.results{list-style:none;padding:0}
.results>li{padding:1rem 0;border-bottom:1px solid var(--line)}
.results .title{font-weight:600;font-size:1.08rem}
.results p{margin:.2rem 0 0}.results .where{font-size:.88rem;color:var(--muted)}
mark{background:light-dark(#fff2a8,#5c4a00);color:inherit;border-radius:.15em;padding:0 .1em}
mark.plain{background:none;padding:0}
.find{display:flex;gap:.5rem;margin:1.5rem 0}
.find input{flex:1;max-width:30rem}
.time{margin:3rem 0 0;font-size:.86rem;color:var(--muted)}
@media(min-width:52rem){.tree a[aria-current=page]{scroll-initial-target:nearest}}
@media(max-width:75rem){
.middle{grid-template:auto 1fr/15rem minmax(0,1fr)}
.pages{grid-area:1/1/span 2}.outline{grid-area:1/2;position:static;max-height:none;width:100%;max-width:44rem;margin:0 auto;padding:1.2rem 0 0}
body:not(.alone) main{grid-area:2/2;padding-top:1.4rem}
.outline .title{display:none}.outline .fold{display:block}
.outline .fold:not([open])+ul{display:none}.outline .fold+ul{margin-top:.6rem}}
@media(max-width:52rem){
html{scroll-padding-top:1rem}.top{position:static}
.bar{flex-wrap:wrap;padding-top:.6rem;padding-bottom:.6rem}.search{order:3;width:100%;margin:0}.search input{flex:1;width:auto}
.bar,.sections,.middle,.bottom{padding-left:1.1rem;padding-right:1.1rem}
.sections>ul{gap:0 1.1rem}
.middle{display:block}
.pages{position:static;max-height:none;margin:0;padding:.8rem 0 0}.outline{padding-top:.6rem}
.pages .fold{display:block}
.fold:not([open])+.tree{display:none}.tree{padding:.6rem 0}
.tree a,.tree li>span{padding:.45rem .6rem}
main{padding-top:1.4rem}.outline a{padding-top:.35rem;padding-bottom:.35rem}
.neighbours{flex-direction:column}}
`;
