/** Path of the feedback about a page, below the URL of a site. */
export const feedbackPath = "~feedback";
