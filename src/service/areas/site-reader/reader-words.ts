/** Words of the reading view in the language of a space. */
import { findOwn } from "../../../json/own-members.ts";

export interface ReaderWords {
  readonly search: string;
  readonly searchAll: string;
  readonly pages: string;
  readonly breadcrumbs: string;
  readonly neighbors: string;
  readonly previous: string;
  readonly next: string;
  readonly onThisPage: string;
  /** `{}` is the date. */
  readonly lastUpdated: string;
  readonly skip: string;
  readonly links: string;
  readonly sections: string;
  readonly variant: string;
  readonly announcement: string;
  readonly noPages: string;
  readonly onePage: string;
  /** `{}` is the number. */
  readonly manyPages: string;
  readonly corrected: string;
  readonly isHelpful: string;
  readonly good: string;
  readonly ok: string;
  readonly bad: string;
  readonly thanks: string;
}

const keys = [
  ...(["search", "searchAll", "pages", "breadcrumbs", "neighbors", "previous", "next"] as const),
  ...(["onThisPage", "lastUpdated", "skip", "links", "sections", "variant"] as const),
  ...(["announcement", "noPages", "onePage", "manyPages", "corrected"] as const),
  ...(["isHelpful", "good", "ok", "bad", "thanks"] as const),
] satisfies readonly (keyof ReaderWords)[];

/** The words of each language in the order of the keys, separated by `|`. */
const languages: Readonly<Record<string, string>> = {
  en: "Search|Search all pages|Pages|Breadcrumbs|Previous and next page|Previous|Next|On this page|Last updated on {}|Skip to content|Links|Sections|Variant|Announcement|No pages found. Try other words.|1 page|{} pages|No page contains the words as you wrote them. These pages contain:|Was this page helpful?|Yes|Partly|No|Thank you for your feedback.",
  de: "Suchen|Alle Seiten durchsuchen|Seiten|Navigationspfad|Vorherige und nächste Seite|Zurück|Weiter|Auf dieser Seite|Zuletzt aktualisiert am {}|Zum Inhalt springen|Links|Bereiche|Variante|Ankündigung|Keine Seiten gefunden. Versuchen Sie es mit anderen Wörtern.|1 Seite|{} Seiten|Keine Seite enthält die Wörter in dieser Schreibweise. Diese Seiten enthalten:|War diese Seite hilfreich?|Ja|Teilweise|Nein|Vielen Dank für Ihre Rückmeldung.",
  fr: "Rechercher|Rechercher dans toutes les pages|Pages|Fil d’Ariane|Page précédente et page suivante|Précédent|Suivant|Sur cette page|Dernière mise à jour le {}|Aller au contenu|Liens|Sections|Variante|Annonce|Aucune page trouvée. Essayez d’autres mots.|1 page|{} pages|Aucune page ne contient ces mots tels quels. Ces pages contiennent :|Cette page vous a-t-elle été utile ?|Oui|En partie|Non|Merci pour votre avis.",
  es: "Buscar|Buscar en todas las páginas|Páginas|Ruta de navegación|Página anterior y siguiente|Anterior|Siguiente|En esta página|Última actualización: {}|Ir al contenido|Enlaces|Secciones|Variante|Anuncio|No se encontraron páginas. Pruebe con otras palabras.|1 página|{} páginas|Ninguna página contiene las palabras tal como las escribió. Estas páginas contienen:|¿Le ha resultado útil esta página?|Sí|En parte|No|Gracias por su opinión.",
  it: "Cerca|Cerca in tutte le pagine|Pagine|Percorso di navigazione|Pagina precedente e successiva|Precedente|Successiva|In questa pagina|Ultimo aggiornamento: {}|Vai al contenuto|Link|Sezioni|Variante|Annuncio|Nessuna pagina trovata. Prova con altre parole.|1 pagina|{} pagine|Nessuna pagina contiene le parole così come sono scritte. Queste pagine contengono:|Questa pagina è stata utile?|Sì|In parte|No|Grazie per il feedback.",
  pt: "Pesquisar|Pesquisar em todas as páginas|Páginas|Caminho de navegação|Página anterior e seguinte|Anterior|Seguinte|Nesta página|Última atualização: {}|Ir para o conteúdo|Links|Seções|Variante|Anúncio|Nenhuma página encontrada. Tente outras palavras.|1 página|{} páginas|Nenhuma página contém as palavras como foram escritas. Estas páginas contêm:|Esta página foi útil?|Sim|Em parte|Não|Obrigado pelo seu feedback.",
  nl: "Zoeken|Alle pagina’s doorzoeken|Pagina’s|Kruimelpad|Vorige en volgende pagina|Vorige|Volgende|Op deze pagina|Laatst bijgewerkt op {}|Naar de inhoud|Links|Secties|Variant|Aankondiging|Geen pagina’s gevonden. Probeer andere woorden.|1 pagina|{} pagina’s|Geen pagina bevat de woorden zoals u ze schreef. Deze pagina’s bevatten:|Was deze pagina nuttig?|Ja|Gedeeltelijk|Nee|Bedankt voor uw feedback.",
  no: "Søk|Søk i alle sider|Sider|Brødsmulesti|Forrige og neste side|Forrige|Neste|På denne siden|Sist oppdatert {}|Gå til innholdet|Lenker|Seksjoner|Variant|Kunngjøring|Fant ingen sider. Prøv andre ord.|1 side|{} sider|Ingen side inneholder ordene slik du skrev dem. Disse sidene inneholder:|Var denne siden nyttig?|Ja|Delvis|Nei|Takk for tilbakemeldingen.",
  ru: "Поиск|Поиск по всем страницам|Страницы|Навигационная цепочка|Предыдущая и следующая страницы|Назад|Далее|На этой странице|Последнее обновление: {}|Перейти к содержанию|Ссылки|Разделы|Вариант|Объявление|Страницы не найдены. Попробуйте другие слова.|Найдено страниц: 1|Найдено страниц: {}|Ни одна страница не содержит слов в таком написании. Эти страницы содержат:|Была ли эта страница полезной?|Да|Частично|Нет|Спасибо за отзыв.",
  ja: "検索|すべてのページを検索|ページ|パンくずリスト|前後のページ|前へ|次へ|このページの内容|最終更新日: {}|本文へ移動|リンク|セクション|バリアント|お知らせ|ページが見つかりません。別の言葉をお試しください。|1 ページ|{} ページ|入力された言葉を含むページはありません。次の言葉を含むページ:|このページは役に立ちましたか?|はい|一部|いいえ|フィードバックをありがとうございます。",
  zh: "搜索|搜索所有页面|页面|面包屑导航|上一页和下一页|上一页|下一页|本页内容|最后更新于 {}|跳到正文|链接|栏目|版本|公告|未找到页面。请尝试其他词语。|1 个页面|{} 个页面|没有页面包含您输入的词语。以下页面包含:|此页面对您有帮助吗?|有|部分有|没有|感谢您的反馈。",
  ko: "검색|모든 페이지 검색|페이지|이동 경로|이전 페이지와 다음 페이지|이전|다음|이 페이지의 내용|마지막 업데이트: {}|본문으로 이동|링크|섹션|버전|공지|페이지를 찾을 수 없습니다. 다른 단어를 입력해 보세요.|페이지 1개|페이지 {}개|입력한 단어를 포함하는 페이지가 없습니다. 다음을 포함하는 페이지:|이 페이지가 도움이 되었나요?|예|일부|아니요|의견을 보내 주셔서 감사합니다.",
  ar: "بحث|البحث في جميع الصفحات|الصفحات|مسار التنقل|الصفحة السابقة والتالية|السابق|التالي|في هذه الصفحة|آخر تحديث: {}|انتقل إلى المحتوى|روابط|الأقسام|الإصدار|إعلان|لم يتم العثور على صفحات. جرّب كلمات أخرى.|صفحة واحدة|عدد الصفحات: {}|لا توجد صفحة تحتوي على الكلمات كما كتبتها. هذه الصفحات تحتوي على:|هل كانت هذه الصفحة مفيدة؟|نعم|جزئيًا|لا|شكرًا على ملاحظاتك.",
};

/** Process-wide: words are the same for all platforms. */
const cache = new Map<string, ReaderWords>();

/** @param language a code, such as `pt-br`; a language without words gets the English ones */
export function findReaderWords(language: string): ReaderWords {
  const code = getCode(language);
  const words = cache.get(code) ?? parseWords(findOwn(languages, code) ?? "");
  cache.set(code, words);
  return words;
}

function parseWords(text: string): ReaderWords {
  const parts = text.split("|");
  const word = (key: keyof ReaderWords) => parts[keys.indexOf(key)] ?? "";
  return {
    search: word("search"),
    searchAll: word("searchAll"),
    pages: word("pages"),
    breadcrumbs: word("breadcrumbs"),
    neighbors: word("neighbors"),
    previous: word("previous"),
    next: word("next"),
    onThisPage: word("onThisPage"),
    lastUpdated: word("lastUpdated"),
    skip: word("skip"),
    links: word("links"),
    sections: word("sections"),
    variant: word("variant"),
    announcement: word("announcement"),
    noPages: word("noPages"),
    onePage: word("onePage"),
    manyPages: word("manyPages"),
    corrected: word("corrected"),
    isHelpful: word("isHelpful"),
    good: word("good"),
    ok: word("ok"),
    bad: word("bad"),
    thanks: word("thanks"),
  };
}

function getCode(language: string): string {
  const [code = ""] = language.toLowerCase().split("-", 1);
  return Object.hasOwn(languages, code) ? code : "en";
}

/** The languages with words. */
export const readerLanguages: readonly string[] = Object.keys(languages);

/** Process-wide: formats are the same for all platforms, and slow to construct. */
const days = new Map<string, Intl.DateTimeFormat>();

/** A date in the language, as in `November 27, 2026`. */
export function formatDay(language: string, time: Date): string {
  const code = getCode(language);
  const day =
    days.get(code) ?? new Intl.DateTimeFormat(code, { dateStyle: "long", timeZone: "UTC" });
  days.set(code, day);
  return day.format(time);
}
