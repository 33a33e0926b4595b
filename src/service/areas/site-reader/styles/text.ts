/** Styles for the blocks of a page, and for printing. */

/** Columns of a row are a number of twelfths wide. */
const columnWidths = Array.from(
  { length: 11 },
  (_, at) => `.wide-${at + 1}{grid-column:auto/span ${at + 1}}`,
).join("");

export const text = `
main>h1,header.page h1{font-size:2.1rem;line-height:1.2;letter-spacing:-.015em;margin:0 0 .6rem;font-weight:700;text-wrap:balance}
header.page{margin-bottom:2rem}
header.page .lead-in{font-size:1.15rem;line-height:1.55;color:var(--muted);margin:0;max-width:var(--measure)}
.top-cover{display:block;width:100%;max-height:16rem;object-fit:cover;border-radius:var(--corner);margin-bottom:1.8rem}
.top-cover:is(.full,.background){max-height:26rem}
.top-cover.radial{mask-image:radial-gradient(closest-side,#000 55%,transparent)}
.text.plain .anchor{display:none}
.text>:first-child{margin-top:0}
.text p,.text ul,.text ol,.text blockquote,.text dl{margin:0 0 1.15rem;max-width:var(--measure)}
.text :is(p,ul,ol,blockquote,dl):dir(rtl){margin-left:auto;margin-right:0}
.wide .text p,.wide .text ul,.wide .text ol{max-width:46rem}
.text li>ul,.text li>ol{margin:.35rem 0 .35rem}
.text li+li{margin-top:.35rem}.text ul,.text ol{padding-inline-start:1.5rem}
.text li>p{margin:0 0 .6rem}
.text li::marker{color:var(--muted)}
h2,h3,h4,h5,h6{line-height:1.3;margin:2.2rem 0 .8rem;font-weight:660;letter-spacing:-.008em;text-wrap:balance}
h2{font-size:1.5rem;margin-top:3rem}h3{font-size:1.22rem}h4{font-size:1.05rem}h5,h6{font-size:1rem;color:var(--muted)}
h2+h3,h3+h4{margin-top:1.2rem}
.anchor{margin-inline-start:.4em;text-decoration:none;opacity:0;font-weight:400}
.anchor::before{content:"#"}
:is(h2,h3,h4,h5,h6):hover>.anchor,.anchor:focus{opacity:1}
code,kbd,samp,pre{font-family:var(--mono);font-size:.875em}
pre,code,kbd,samp{direction:ltr;unicode-bidi:isolate}
:not(pre)>code,samp{padding:.13em .35em;border-radius:.3em;background:var(--faint);border:1px solid var(--line);overflow-wrap:anywhere;-webkit-box-decoration-break:clone;box-decoration-break:clone}
a>code{color:inherit}
kbd{padding:.1em .42em;border:1px solid light-dark(#b6bdc8,#555d6b);border-bottom-width:2px;border-radius:.35em;background:var(--ground);white-space:nowrap}
pre{margin:0;padding:.95rem 1.1rem;overflow:auto;font-size:.86rem;line-height:1.6;tab-size:4;background:var(--faint);border:1px solid var(--line);border-radius:var(--corner)}
pre code{font-size:inherit}
pre.wrapped{white-space:pre-wrap;overflow-wrap:anywhere}
pre.numbered code{counter-reset:line}
pre.numbered .line{display:block;padding-left:3.2em;text-indent:-3.2em}
pre.numbered .line::before{counter-increment:line;content:counter(line);display:inline-block;width:2.2em;margin-right:1em;text-indent:0;text-align:right;color:var(--muted);-webkit-user-select:none;user-select:none}
figure{margin:0 0 1.5rem}
figcaption{margin-top:.5rem;font-size:.9rem;color:var(--muted)}
.code{position:relative}
.code figcaption{margin:0;padding:.45rem 1.1rem;background:var(--faint);border:1px solid var(--line);border-bottom:0;border-radius:var(--corner) var(--corner) 0 0;font-size:.84rem;color:var(--ink);padding-right:6rem}
.code figcaption~pre{border-top-left-radius:0;border-top-right-radius:0}
.code .language{position:absolute;right:.9rem;top:.4rem;font-size:.74rem;color:var(--muted);font-family:var(--mono);background:var(--faint);padding:0 .2rem}
.code .language+pre{padding-top:1.15rem}
.code figcaption+.language+pre{padding-top:.95rem}
.is-keyword{color:light-dark(#8a2f9e,#d9a8f5)}.is-string{color:light-dark(#1a6b3a,#8fd6a4)}.is-number{color:light-dark(#9a4a00,#f2b279)}.is-comment{color:light-dark(#5f6878,#98a2b0)}.is-name{color:light-dark(#1f5fc4,#8ab8ff)}.is-property{color:light-dark(#0b6674,#7fd0dc)}.is-type{color:light-dark(#7a5200,#e8c677)}.is-tag{color:light-dark(#b3262d,#ff9b92)}.is-added{color:light-dark(#14713c,#6fd89a)}.is-removed{color:light-dark(#b42318,#ff9b92)}
.text blockquote{margin-inline-start:0;padding:.1rem 0;padding-inline-start:1.1rem;border-inline-start:3px solid var(--line);color:var(--muted)}
blockquote>:last-child,.hint>:last-child,.panel>:last-child,details>:last-child,.columns>div>:last-child,.steps>li>:last-child,dd>:last-child{margin-bottom:0}
hr{border:0;border-top:1px solid var(--line);margin:2.5rem 0}
.scroll{overflow-x:auto;margin:0 0 1.5rem}
table{border-collapse:collapse;font-size:.94rem;line-height:1.5;min-width:min(100%,24rem)}
.scroll>table{width:max-content;max-width:max(100%,34rem)}
.text table[tabindex]{display:block;overflow-x:auto;margin-bottom:1.5rem}
th,td{padding:.55rem 0;padding-inline-end:.9rem;text-align:start;vertical-align:top;border-bottom:1px solid var(--line)}
th{font-weight:640;border-bottom:2px solid var(--line);vertical-align:bottom}
td+td,th+th,td+th,th+td{padding-inline-start:.9rem}
td>p{margin:0 0 .4rem}
td code,th code{overflow-wrap:break-word}
.to-middle{vertical-align:middle}.to-bottom{vertical-align:bottom}.to-right{text-align:right}.to-center{text-align:center}.to-left{text-align:left}
.option{display:inline-block;padding:0 .5em;border:1px solid var(--line);border-radius:1em;background:var(--faint);font-size:.84em}
.hint{position:relative;margin:0 0 1.5rem;padding:.9rem 1.1rem;padding-inline-start:3rem;border:1px solid var(--line);--kind:var(--info);border-inline-start:4px solid var(--kind);border-radius:var(--corner);background:color-mix(in srgb,var(--kind) 6%,var(--ground))}
.hint.success{--kind:var(--success)}.hint.warning{--kind:var(--warning)}.hint.danger{--kind:var(--danger)}
.hint::before{position:absolute;inset-inline-start:1.05rem;top:calc(.9rem + .25em);width:1.5em;height:1.5em;border-radius:50%;background:var(--kind);color:var(--ground);font:700 .85em/1.5em system-ui,sans-serif;text-align:center;print-color-adjust:exact}
.hint::before{content:"i";content:"i"/""}.hint.success::before{content:"✓";content:"✓"/""}.hint.warning::before{content:"!";content:"!"/""}.hint.danger::before{content:"×";content:"×"/""}
.hint :is(h2,h3,h4){margin-top:0;font-size:1.05rem}
.tabs{display:block;margin:0 0 1.5rem;padding:0;border:0;min-width:0}
.tab>label{display:inline-flex;gap:.4rem;align-items:center;cursor:pointer;padding:.4rem 0;font-weight:600}
@supports selector(:has(*)){
.tabs{display:flex;flex-wrap:wrap;gap:0 .2rem;border:1px solid var(--line);border-radius:var(--corner);overflow:hidden}
.tab{display:contents}
.tab>label{order:1;padding:.55rem 1rem;font-weight:500;font-size:.93rem;color:var(--muted);border-bottom:2px solid transparent}
.tab>label:has(:checked){color:var(--ink);font-weight:600;border-color:var(--accent)}
.tab>label:hover{color:var(--ink)}
.tab>label:has(:focus-visible){outline:2px solid var(--accent);outline-offset:-3px}
.tab>label>input{position:absolute;opacity:0;pointer-events:none}
.tab>.panel{order:2;flex:0 0 100%;min-width:0;display:none;padding:1rem 1.1rem;border-top:1px solid var(--line);margin-top:-1px}
.tab:has(>label>:checked)>.panel,.tab>.panel:target,.tab>.panel:has(:target){display:block}}
.panel>.code:only-child{margin:-1rem -1.1rem}.panel>.code:only-child pre{border:0;border-radius:0}
.text details{margin:0 0 1.15rem;border:1px solid var(--line);border-radius:var(--corner);padding:0 1.1rem}
.text details[open]{padding-bottom:.9rem}
.text details>summary{cursor:pointer;margin:0 -1.1rem;padding:.65rem 1.1rem;font-weight:600;border-radius:var(--corner)}
.text details[open]>summary{margin-bottom:.4rem}
.text .steps{list-style:none;counter-reset:step;padding:0;max-width:none;margin-bottom:1.5rem}
.steps>li{counter-increment:step;position:relative;padding:0 0 2rem;padding-inline-start:3rem;margin:0}
.steps>li::before{content:counter(step);position:absolute;inset-inline-start:0;top:.05rem;width:1.9rem;height:1.9rem;border-radius:50%;background:var(--faint);border:1px solid var(--line);text-align:center;line-height:1.8rem;font-size:.9rem;font-weight:650}
.steps>li::after{content:"";position:absolute;inset-inline-start:.95rem;top:2.3rem;bottom:.3rem;border-inline-start:1px solid var(--line)}
.steps>li:last-child::after{display:none}
.steps>li>:is(h2,h3,h4,.title):first-child,.steps>li>.title{margin:.15rem 0 .5rem;font-size:1.08rem}
.columns{display:flex;flex-wrap:wrap;gap:0 2rem;margin-bottom:1.15rem}
.columns>div{flex:1 1 16rem;min-width:0}
@media(min-width:48rem){.columns:has(>[class*=wide-]){display:grid;grid-auto-flow:column;grid-template-columns:repeat(12,minmax(0,1fr))}${columnWidths}.columns>.to-middle{align-self:center}.columns>.to-bottom{align-self:end}}
.images{display:flex;flex-wrap:wrap;gap:1rem}.images figure{flex:1 1 14rem}
.to-center>figure>img{margin-inline:auto}.to-right>figure>img{margin-inline-start:auto}.images.to-center{justify-content:center}.images.to-right{justify-content:end}
.framed figure{padding:.5rem;border:1px solid var(--line);border-radius:var(--corner)}
figure img{display:block;border-radius:var(--corner)}
.text p>img{vertical-align:middle}
.button+.button{margin-inline-start:.6rem}
.text img.within{max-width:min(100%,300px)}
.text img.line{width:auto;max-width:none;height:1lh;max-height:1.5em;vertical-align:text-bottom;border-radius:0}
.caption{margin:-.6rem 0 1.15rem;font-size:.9rem;color:var(--muted)}.caption p{margin:0 0 .3rem}
.update{padding-top:1.5rem;margin-bottom:2rem;border-top:1px solid var(--line)}.update>.date{color:var(--muted);font-size:.9rem}
.prompt{margin:0 0 1.5rem;padding:.9rem 1.1rem;border:1px solid var(--line);border-radius:var(--corner)}.prompt>:last-child{margin-bottom:0}
.text .lead{max-width:none;margin:0 0 1.15rem}
.lead>a,p.lead:not(:has(a)){display:block;padding:.8rem 1.1rem;border:1px solid var(--line);border-radius:var(--corner);text-decoration:none}
.lead>a:hover{border-color:var(--accent)}
.lead strong{display:block;font-weight:600}.lead span{display:block;font-size:.9rem;color:var(--muted)}
.lead.embed>a>strong::after{content:" ↗"}
.nowhere{color:inherit;text-decoration:none}
.tasks{list-style:none;padding-inline-start:0!important}
.task{list-style:none;position:relative;padding-inline-start:1.7rem}
.task::before{content:"☐";position:absolute;inset-inline-start:0}.task.done::before{content:"☑"}
.text .cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,14rem),1fr));gap:1rem;list-style:none;padding:0;margin:0 0 1.5rem;max-width:none}
.text .card{position:relative;margin:0;border:1px solid var(--line);border-radius:var(--corner);overflow:hidden}
.card:has(.whole):hover{border-color:var(--accent)}
.card .cover{display:block;width:100%;aspect-ratio:16/9;object-fit:cover;border-radius:0}
.card .fields{padding:.9rem 1.1rem;font-size:.94rem}
.card .title{font-weight:620;font-size:1.02rem}.card .title strong{font-weight:inherit}.card .fields :is(h2,h3,h4){margin:0;font-size:1.02rem}.card .fields p:empty{display:none}
.card .fields p{margin:0}
.whole{position:absolute;inset:0}.whole span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.footnote{display:flex;gap:.7rem;font-size:.9rem;color:var(--muted)}.footnote p{margin:0 0 .4rem}
.note{line-height:0}.note a{padding:0 .15em;text-decoration:none}
code.math,pre.math{white-space:pre-wrap}math{font-size:1.08em}div.math{margin:0 0 1.5rem;overflow-y:hidden}.tml-jot mtd{padding:.3em 0}.tml-right{text-align:right}.tml-left{text-align:left}mtd.tml-left{padding-inline-start:.2em}menclose[notation=top]{border-top:.07em solid}menclose[notation=bottom]{border-bottom:.07em solid}menclose[notation=box]{border:.07em solid;padding:.2em}.unknown code{color:var(--muted)}
.ink-red{color:light-dark(#b42318,#ff9b92)}.ink-orange{color:light-dark(#a04a00,#ffb066)}.ink-yellow{color:light-dark(#7a5d00,#f2d04b)}.ink-green{color:light-dark(#14713c,#6fd89a)}.ink-blue{color:light-dark(#1f5fc4,#86b5ff)}.ink-purple{color:light-dark(#7a33c0,#cfa4ff)}.ink-pink{color:light-dark(#b02572,#ff9ccd)}.ink-violet{color:light-dark(#6d3fd1,#c3b1ff)}.ink-cyan{color:light-dark(#0b6b80,#6fd3e6)}.ink-primary,.ink-tint{color:var(--accent)}.ink-info{color:light-dark(#1f5fc4,#86b5ff)}.ink-success{color:light-dark(#14713c,#6fd89a)}.ink-warning{color:light-dark(#a04a00,#ffb066)}.ink-danger{color:light-dark(#b42318,#ff9b92)}.ink-grey,.ink-gray{color:var(--muted)}
.ground-red{background:light-dark(#fde4e1,#5a211c)}.ground-orange{background:light-dark(#ffe8d1,#55320f)}.ground-yellow{background:light-dark(#fff2bf,#4d4103)}.ground-green{background:light-dark(#dcf5e5,#15452a)}.ground-blue{background:light-dark(#dfeafd,#1b3866)}.ground-purple{background:light-dark(#f0e4fc,#43245f)}.ground-pink{background:light-dark(#fce1ef,#5a1d3f)}.ground-violet{background:light-dark(#e9e2fd,#35255f)}.ground-cyan{background:light-dark(#d8f1f6,#123f4a)}.ground-primary,.ground-tint{background:var(--faint)}.ground-info{background:light-dark(#dfeafd,#1b3866)}.ground-success{background:light-dark(#dcf5e5,#15452a)}.ground-warning{background:light-dark(#ffe8d1,#55320f)}.ground-danger{background:light-dark(#fde4e1,#5a211c)}.ground-grey,.ground-gray{background:var(--faint)}
.operation{margin:0 0 2.5rem;padding:1.2rem 1.3rem;border:1px solid var(--line);border-radius:var(--corner)}
.operation .address{overflow-wrap:anywhere;font-size:1rem}
.operation .address code{background:none;border:0;padding:0;font-size:.95rem}
.operation .server{color:var(--muted)}
.method{display:inline-block;padding:.05rem .55rem;border-radius:.35rem;font:650 .8rem/1.6 var(--mono);color:#fff;background:#4a5464}
.method.get{background:#1a6b45}.method.post{background:#1f5fc4}.method.put,.method.patch{background:#8a5200}.method.delete{background:#b42318}
.operation .summary{font-size:1.15rem;font-weight:620;margin:.7rem 0 .5rem}
.operation .security{font-size:.9rem;color:var(--muted)}
.operation .part{margin:1.6rem 0 .5rem;font-weight:650}
.text .fields{max-width:none;margin:0 0 .5rem}
.operation .field{padding:.6rem 0;border-top:1px solid var(--line)}
.field dt code{font-weight:600;background:none;border:0;padding:0}
.field .type,.operation .shape,.media .type{font-size:.87rem;color:var(--muted)}
.field .required{font-size:.8rem;color:var(--danger)}
.field dd{margin:.1rem 0 0;font-size:.93rem}.field dd p{margin:.15rem 0}.field .rules{font-size:.87rem;color:var(--muted);overflow-wrap:anywhere}
.field dd details{margin:.5rem 0 0}.field dd summary{font-size:.9rem;font-weight:500}
.status{font:650 .84rem/1.4 var(--mono)}.status.s2{color:var(--success)}.status.s4,.status.s5{color:var(--danger)}.status.s3{color:var(--info)}
.response summary{font-weight:400}.media .type{margin:.6rem 0 .2rem}.media .shape{margin:0 0 .3rem}
`;

export const print = `
@media print{
:root{color-scheme:light!important}
body{font-size:10.5pt;line-height:1.5}
.top,.pages,.outline,.neighbours,.skip,.announcement,.change,.anchor,.above,.search{display:none!important}
.middle{display:block;padding:0}main{max-width:none;padding:0}
.text p,.text ul,.text ol{max-width:none}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
pre,figure,table,.hint,.lead,.card{break-inside:avoid}
h1,h2,h3,h4{break-after:avoid}
.tabs{display:block!important;border:0}.tab{display:block!important}
.tab>.panel{display:block!important;border:0;padding:.2rem 0 .8rem}
.tab>.panel>.code:only-child{margin:0}
.tab>label{border:0;padding:.2rem 0;color:inherit;font-weight:650}
.text details{padding-bottom:.9rem}
details::details-content{content-visibility:visible!important;display:block!important;height:auto!important}
.scroll{overflow:visible}
.text a[href^="http"]::after{content:" (" attr(href) ")";font-size:.85em;overflow-wrap:anywhere}
.lead a[href^="http"]::after,.text a.whole::after{content:none!important}
.bottom{border:0;padding:1rem 0}
@page{margin:18mm 16mm}}
`;
