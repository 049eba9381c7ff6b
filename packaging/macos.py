"""The Info.plist of the macOS bundle: types of files and languages. Not built on a Mac yet."""

import product


def info_plist() -> dict[str, object]:
    """The entries that PyInstaller adds to its own."""
    types = [
        {
            "CFBundleTypeName": kind.title, "CFBundleTypeRole": "Editor", "LSHandlerRank": "Owner",
            "LSItemContentTypes": [identifier(kind)],
        }
        for kind in product.KINDS
    ]
    declared = [
        {
            "UTTypeIdentifier": identifier(kind), "UTTypeDescription": kind.title,
            "UTTypeConformsTo": ["public.json" if kind.parent == "application/json" else "public.plain-text"],
            "UTTypeTagSpecification": {
                "public.filename-extension": [kind.ending.removeprefix(".")], "public.mime-type": [kind.mime],
            },
        }
        for kind in product.KINDS
    ]
    return {
        "CFBundleDisplayName": product.TITLE, "CFBundleShortVersionString": product.VERSION,
        "CFBundleLocalizations": ["en", *product.LANGUAGES],
        "CFBundleDocumentTypes": types, "UTExportedTypeDeclarations": declared,
        "LSApplicationCategoryType": "public.app-category.board-games", "LSMinimumSystemVersion": "13.0",
        "NSHighResolutionCapable": True, "NSRequiresAquaSystemAppearance": False,
    }


def identifier(kind: product.Kind) -> str:
    """The uniform type identifier (UTI) of a type of files."""
    word = kind.mime.rpartition(".")[2].partition("+")[0]
    return f"{product.APP_ID.lower()}.{word}"
